// Puts what the settings say into effect: theme (palette and style sheet), language, units. One for the application.
#pragma once

#include "ui/models/console_settings.h"
#include "ui/widgets/look.h"

#include <QObject>
#include <QPalette>
#include <QTranslator>

class QApplication;

namespace firstlight::ui {

class Appearance : public QObject
{
    Q_OBJECT

public:
    // `application` keeps the system's palette until apply(); Fusion is set at once.
    Appearance(QApplication* application, const ConsoleSettings* settings, Look* look, QObject* parent = nullptr);
    ~Appearance() override;

    void apply();

    [[nodiscard]] static QPalette paletteOf(const Theme& theme);
    // "zh_CN" or "en": what the settings say, or the system's language if there is a translation.
    [[nodiscard]] QString languageCode() const;

private:
    void applyLanguage();
    void applyTheme();

    QApplication* m_application;
    const ConsoleSettings* m_settings;
    Look* m_look;
    const bool m_systemIsDark;
    QString m_language; // in effect
    QTranslator m_translator;
    QTranslator m_qtTranslator;
};

} // namespace firstlight::ui
