#include "ui/pages/chat_input.h"

#include "ui/models/image_intake.h"

#include <QKeyEvent>
#include <QMimeData>

namespace firstlight::ui {

ChatInput::ChatInput(QWidget* parent) : QPlainTextEdit(parent)
{
    setTabChangesFocus(true);
    setFixedHeight(fontMetrics().lineSpacing() * 3 + 16);
}

void ChatInput::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && !(event->modifiers() & Qt::ShiftModifier)) {
        emit sendRequested();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

bool ChatInput::canInsertFromMimeData(const QMimeData* data) const
{
    return ImageIntake::accepts(*data) || QPlainTextEdit::canInsertFromMimeData(data);
}

void ChatInput::insertFromMimeData(const QMimeData* data)
{
    if (ImageIntake::accepts(*data)) {
        emit picturesOffered(data);
    } else {
        QPlainTextEdit::insertFromMimeData(data);
    }
}

} // namespace firstlight::ui
