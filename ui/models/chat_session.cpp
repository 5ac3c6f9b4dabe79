#include "ui/models/chat_session.h"

namespace firstlight::ui {

QString ChatTurn::text() const
{
    QString text;
    for (const ChatPart& part : message.parts) {
        text += part.text;
    }
    return text;
}

ChatSession::ChatSession(BackendClient* client, QObject* parent) : QObject(parent), m_client(client)
{
    connect(client, &BackendClient::chatReceived, this, [this](const ChatId& chat, const ChatReceived& received) {
        if (chat == m_chat) {
            m_turns.back().received = received;
            m_turns.back().state = AnswerState::Streaming;
            emit turnChanged(answerIndex());
        }
    });
    connect(client, &BackendClient::chatTokens, this, [this](const ChatId& chat, const std::vector<ChatToken>& tokens) {
        if (chat == m_chat) {
            onTokens(tokens);
        }
    });
    connect(client, &BackendClient::chatFinished, this, [this](const ChatId& chat, const ChatFinished& finished) {
        if (chat == m_chat) {
            m_turns.back().finished = finished;
            end(AnswerState::Finished);
        }
    });
    connect(client, &BackendClient::chatFailed, this, [this](const ChatId& chat, const Failure& failure) {
        if (chat == m_chat) {
            m_turns.back().failure = failure;
            end(AnswerState::Failed);
        }
    });
}

void ChatSession::ask(std::vector<ChatPart> parts, const SamplingOptions& sampling)
{
    if (isAnswering() || parts.empty()) {
        return;
    }
    add({{ChatRole::User, std::move(parts)}, AnswerState::Finished, {}, {}, {}});
    const ChatRequest request{{}, history(), sampling};
    m_chat = m_client->startChat(request);
    add({{ChatRole::Assistant, {ChatPart{}}}, AnswerState::Requested, {}, {}, {}});
    emit answeringChanged(true);
}

std::vector<ChatMessage> ChatSession::history() const
{
    std::vector<ChatMessage> messages;
    if (!m_systemPrompt.isEmpty()) {
        messages.push_back({ChatRole::System, {{m_systemPrompt, {}}}});
    }
    for (std::size_t i = 0; i < m_turns.size(); ++i) {
        // A question whose answer failed and the failed answer itself would only confuse the model.
        const bool answerFailed = i + 1 < m_turns.size() && m_turns[i + 1].state == AnswerState::Failed;
        if (m_turns[i].state != AnswerState::Failed && !answerFailed) {
            messages.push_back(m_turns[i].message);
        }
    }
    return messages;
}

void ChatSession::stop()
{
    if (isAnswering()) {
        m_client->cancelChat(m_chat);
    }
}

void ChatSession::clear()
{
    stop();
    const bool wasAnswering = isAnswering();
    m_chat = {};
    m_turns.clear();
    emit cleared();
    if (wasAnswering) {
        emit answeringChanged(false);
    }
}

void ChatSession::add(ChatTurn turn)
{
    m_turns.push_back(std::move(turn));
    emit turnAdded(answerIndex());
}

void ChatSession::onTokens(const std::vector<ChatToken>& tokens)
{
    QString text;
    for (const ChatToken& token : tokens) {
        text += token.text;
    }
    ChatTurn& turn = m_turns.back();
    turn.message.parts.front().text += text;
    if (turn.state != AnswerState::Streaming) {
        turn.state = AnswerState::Streaming;
        emit turnChanged(answerIndex());
    }
    if (!text.isEmpty()) {
        emit textAppended(answerIndex(), text);
    }
}

void ChatSession::end(AnswerState state)
{
    m_chat = {};
    m_turns.back().state = state;
    emit turnChanged(answerIndex());
    emit answeringChanged(false);
}

} // namespace firstlight::ui
