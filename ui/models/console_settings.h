// What the user chose, kept between runs. The store is handed in, so that tests use their own file.
#pragma once

#include "ui/models/formatting.h"

#include <QObject>
#include <QSettings>

namespace firstlight::ui {

enum class ThemeChoice { System, Light, Dark };
enum class ControllerChoice {
    Private, // started by the console, ends with it
    Running, // the one that runs on this machine
    Address, // the one at controllerAddress()
};

class ConsoleSettings : public QObject
{
    Q_OBJECT

public:
    explicit ConsoleSettings(QSettings* store, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);
    // A language code with a translation ("en", "zh_CN"), or empty for the system's.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& code);
    [[nodiscard]] ByteUnits units() const;
    void setUnits(ByteUnits units);
    [[nodiscard]] ControllerChoice controller() const;
    void setController(ControllerChoice choice);
    [[nodiscard]] QString controllerAddress() const;
    void setControllerAddress(const QString& address);
    [[nodiscard]] QString tokenFile() const; // that opens the controller at the address
    void setTokenFile(const QString& path);
    [[nodiscard]] int nodeCount() const; // of the private controller
    void setNodeCount(int count);

    [[nodiscard]] QString lastCheckpoint() const;
    void setLastCheckpoint(const QString& path);

    [[nodiscard]] QSettings* store() const { return m_store; }

signals:
    void changed();           // appearance: theme, language, units
    void controllerChanged(); // takes effect with the next connection

private:
    void write(const char* key, const QVariant& value, void (ConsoleSettings::*signal)());

    QSettings* m_store;
};

} // namespace firstlight::ui
