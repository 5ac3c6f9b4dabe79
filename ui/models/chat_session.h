// A conversation with the serving model: its turns, the answer that is streaming, and what the model received.
#pragma once

#include "ui/client/backend_client.h"

#include <optional>

namespace firstlight::ui {

enum class AnswerState { Requested, Streaming, Finished, Failed };

struct ChatTurn {
    ChatMessage message; // the answer's text grows while it streams
    // Of answers:
    AnswerState state = AnswerState::Finished;
    std::optional<ChatReceived> received;
    std::optional<ChatFinished> finished;
    Failure failure;

    bool operator==(const ChatTurn&) const = default;
    [[nodiscard]] bool isAnswer() const { return message.role == ChatRole::Assistant; }
    [[nodiscard]] QString text() const; // of all text parts
};

// GUI thread; must not outlive the client. One answer at a time.
class ChatSession : public QObject
{
    Q_OBJECT

public:
    explicit ChatSession(BackendClient* client, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<ChatTurn>& turns() const { return m_turns; }
    [[nodiscard]] bool isAnswering() const { return !m_chat.isEmpty(); }

    // Asks, with everything said before; answers that failed are left out. Ignored while an answer is due.
    void ask(std::vector<ChatPart> parts, const SamplingOptions& sampling);
    void stop();  // the answer that is streaming; it ends with what it has
    void clear(); // forgets the conversation; an answer in progress is stopped
    void setSystemPrompt(const QString& text) { m_systemPrompt = text; }

signals:
    void turnAdded(int index);
    void textAppended(int index, const QString& text);
    void turnChanged(int index); // anything but its text
    void cleared();
    void answeringChanged(bool answering);

private:
    [[nodiscard]] std::vector<ChatMessage> history() const;
    [[nodiscard]] int answerIndex() const { return static_cast<int>(m_turns.size()) - 1; }
    void add(ChatTurn turn);
    void onTokens(const std::vector<ChatToken>& tokens);
    void end(AnswerState state);

    BackendClient* m_client;
    std::vector<ChatTurn> m_turns;
    QString m_systemPrompt;
    ChatId m_chat; // of the answer in progress; empty: none
};

} // namespace firstlight::ui
