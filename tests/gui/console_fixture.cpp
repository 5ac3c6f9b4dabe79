#include "tests/gui/console_fixture.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QImage>
#include <QPainter>
#include <QPushButton>
#include <QTextEdit>

namespace firstlight::tests {

ConsoleSettingsFile::ConsoleSettingsFile()
    : m_store(std::make_unique<QSettings>(path(QStringLiteral("settings.ini")), QSettings::IniFormat))
    , m_settings(std::make_unique<ui::ConsoleSettings>(m_store.get()))
{
    m_settings->setLanguage(QStringLiteral("en"));
    m_settings->setTheme(ui::ThemeChoice::Light);
}

QWidget* lastTurn(const QWidget* window)
{
    QWidget* last = nullptr;
    for (int i = 0;; ++i) {
        auto* turn = window->findChild<QWidget*>(QStringLiteral("turn%1").arg(i));
        if (turn == nullptr) {
            return last;
        }
        last = turn;
    }
}

QString lastText(const QWidget* window)
{
    const QWidget* turn = lastTurn(window);
    return turn == nullptr ? QString() : turn->findChild<QTextEdit*>(QStringLiteral("turnText"))->toPlainText();
}

bool press(const char* box, const char* button)
{
    for (QWidget* window : QApplication::topLevelWidgets()) {
        auto* found = window->findChild<QPushButton*>(QLatin1String(button));
        if (window->objectName() == QLatin1String(box) && window->isVisible() && found != nullptr) {
            found->click();
            return true;
        }
    }
    return false;
}

bool drop(QWidget* target, const QMimeData& data)
{
    const QPoint middle = target->rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &drop);
    return drop.isAccepted();
}

QString savePicture(const QString& path, Shape shape, const QColor& color)
{
    QImage image(256, 192, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const QRect area(84, 52, 88, 88);
    if (shape == Shape::Circle) {
        painter.drawEllipse(area);
    } else {
        painter.drawRect(area);
    }
    painter.end();
    image.save(path);
    return path;
}

} // namespace firstlight::tests
