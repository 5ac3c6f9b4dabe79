// One turn of the conversation: who, text as it is, pictures, and for an answer its figures, what the model received,
// and the one sentence that says why it failed.
#pragma once

#include "ui/models/chat_session.h"
#include "ui/pages/page.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QTextEdit;
class QToolButton;

namespace firstlight::ui {

class ReceivedView;

// Text that is as high as its content; keeps every space and line break.
class GrowingText;

class ChatTurnView : public QFrame
{
    Q_OBJECT

public:
    ChatTurnView(const ChatTurn& turn, int index, Look* look, QWidget* parent = nullptr);

    void setTurn(const ChatTurn& turn); // everything but the text of a streaming answer
    void appendText(const QString& text);
    [[nodiscard]] QString text() const { return m_rawText; } // raw, as the model wrote it

signals:
    void copyRequested(const QString& rawText);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    [[nodiscard]] QWidget* makeFooter();
    void showText();
    void showPictures();
    void refresh();
    void setReceivedShown(bool shown);
    [[nodiscard]] QString figures() const;

    Look* m_look;
    ChatTurn m_turn;
    QString m_rawText;
    QLabel* m_role = nullptr;
    QToolButton* m_thinkingToggle = nullptr;
    GrowingText* m_thinking = nullptr;
    GrowingText* m_text = nullptr;
    QHBoxLayout* m_pictures = nullptr;
    QLabel* m_figures = nullptr;
    QLabel* m_error = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_receivedToggle = nullptr;
    ReceivedView* m_received = nullptr;
};

} // namespace firstlight::ui
