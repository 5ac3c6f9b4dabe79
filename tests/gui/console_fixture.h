// The whole console in this process - the real composition and window - with help to drive it by object names.
#pragma once

#include "app/console/console_session.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QMimeData>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace firstlight::tests {

// Settings in a file of their own; English and light unless a test says otherwise.
class ConsoleSettingsFile
{
public:
    ConsoleSettingsFile();

    ui::ConsoleSettings& settings() { return *m_settings; }
    [[nodiscard]] QString path(const QString& name) const { return m_directory.filePath(name); }

private:
    QTemporaryDir m_directory;
    std::unique_ptr<QSettings> m_store;
    std::unique_ptr<ui::ConsoleSettings> m_settings;
};

// The widget of that class and object name; the test fails if there is none or several are visible.
template <class Widget>
Widget* find(const QWidget* window, const char* name)
{
    auto* found = window->findChild<Widget*>(QLatin1String(name));
    if (found == nullptr) {
        QTest::qFail(qPrintable(QStringLiteral("no %1").arg(QLatin1String(name))), __FILE__, __LINE__);
    }
    return found;
}

// The last turn of the conversation, or nullptr.
QWidget* lastTurn(const QWidget* window);
// What the last turn says.
QString lastText(const QWidget* window);

// Presses a button of a message box that is open, by its object name; false if there is none.
bool press(const char* box, const char* button);

// Drags `data` onto a widget and lets it go there; whether it was taken.
bool drop(QWidget* target, const QMimeData& data);

// A picture file: the shape in the middle of a plain background.
enum class Shape { Circle, Square };
QString savePicture(const QString& path, Shape shape, const QColor& color);

} // namespace firstlight::tests
