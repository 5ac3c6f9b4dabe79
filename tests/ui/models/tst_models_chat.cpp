#include "tests/support/fake_backend_client.h"
#include "tests/support/sample_values.h"
#include "ui/models/chat_session.h"

#include <QSignalSpy>
#include <QTest>

using namespace firstlight::ui;
using namespace firstlight::tests;

class TestModelsChat : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void asksAndStreams();
    void sendsTheWholeConversation();
    void leavesOutWhatFailed();
    void asksOneThingAtATime();
    void stopsAnAnswer();
    void clearForgetsAndStops();
    void ignoresOtherAnswers();
    void sendsTheSystemPrompt();
    void keepsWhatTheModelReceived();

private:
    void ask(const char* text) { m_session->ask({{QString::fromUtf8(text), {}}}, {}); }
    void answer(const char* text)
    {
        emit m_client->chatTokens(m_client->lastChat(), {{1, QString::fromUtf8(text), 0}});
        emit m_client->chatFinished(m_client->lastChat(), {FinishReason::Stop, 3, 1, 1, 2, 3});
    }

    std::unique_ptr<FakeBackendClient> m_client;
    std::unique_ptr<ChatSession> m_session;
};

void TestModelsChat::init()
{
    m_session.reset();
    m_client = std::make_unique<FakeBackendClient>();
    m_session = std::make_unique<ChatSession>(m_client.get());
}

void TestModelsChat::asksAndStreams()
{
    QSignalSpy text(m_session.get(), &ChatSession::textAppended);
    ask("hello");
    QVERIFY(m_session->isAnswering());
    QCOMPARE(m_session->turns().size(), 2U);
    QCOMPARE(m_session->turns()[1].state, AnswerState::Requested);
    emit m_client->chatTokens(m_client->lastChat(),
                              {{1, QStringLiteral("Hel"), 0}, {2, QString(), 0}, {3, QStringLiteral("lo"), 0}});
    QCOMPARE(m_session->turns()[1].state, AnswerState::Streaming);
    QCOMPARE(m_session->turns()[1].text(), QStringLiteral("Hello"));
    QCOMPARE(text.size(), 1);
    answer("!");
    QVERIFY(!m_session->isAnswering());
    QCOMPARE(m_session->turns()[1].text(), QStringLiteral("Hello!"));
    QCOMPARE(m_session->turns()[1].finished->promptTokens, 3);
}

void TestModelsChat::sendsTheWholeConversation()
{
    m_session->ask({{{}, QByteArray("picture")}, {QStringLiteral("what is it?"), {}}}, {});
    answer("A circle.");
    ask("and its colour?");
    const std::vector<ChatMessage>& messages = m_client->chats.back().messages;
    QCOMPARE(messages.size(), 3U);
    QCOMPARE(messages[0].parts[0].image, QByteArray("picture"));
    QCOMPARE(messages[1].role, ChatRole::Assistant);
    QCOMPARE(messages[1].parts[0].text, QStringLiteral("A circle."));
    QCOMPARE(messages[2].parts[0].text, QStringLiteral("and its colour?"));
}

void TestModelsChat::leavesOutWhatFailed()
{
    ask("first");
    Failure failure;
    failure.reason = QStringLiteral("NOT_SERVING");
    emit m_client->chatFailed(m_client->lastChat(), failure);
    QCOMPARE(m_session->turns().back().state, AnswerState::Failed);
    QCOMPARE(m_session->turns().back().failure, failure);
    ask("second");
    QCOMPARE(m_client->chats.back().messages.size(), 1U);
    QCOMPARE(m_client->chats.back().messages[0].parts[0].text, QStringLiteral("second"));
    QCOMPARE(m_session->turns().size(), 4U); // shown it stays
}

void TestModelsChat::asksOneThingAtATime()
{
    ask("first");
    ask("second");
    QCOMPARE(m_client->chats.size(), 1U);
    answer("x");
    m_session->ask({}, {});
    QCOMPARE(m_client->chats.size(), 1U);
}

void TestModelsChat::stopsAnAnswer()
{
    m_session->stop();
    QVERIFY(m_client->cancelled.empty());
    ask("tell me everything");
    m_session->stop();
    QCOMPARE(m_client->cancelled, (std::vector{m_client->lastChat()}));
    QVERIFY2(m_session->isAnswering(), "it ends when the controller says so");
    emit m_client->chatFinished(m_client->lastChat(), {FinishReason::Cancelled, 3, 1, 1, 2, 3});
    QVERIFY(!m_session->isAnswering());
}

void TestModelsChat::clearForgetsAndStops()
{
    QSignalSpy answering(m_session.get(), &ChatSession::answeringChanged);
    ask("long question");
    const ChatId chat = m_client->lastChat();
    m_session->clear();
    QVERIFY(m_session->turns().empty());
    QCOMPARE(m_client->cancelled.size(), 1U);
    QCOMPARE(answering.size(), 2);
    emit m_client->chatTokens(chat, {{1, QStringLiteral("late"), 0}}); // must not touch what is gone
    emit m_client->chatFinished(chat, {});
    QVERIFY(m_session->turns().empty());
}

void TestModelsChat::ignoresOtherAnswers()
{
    ask("mine");
    emit m_client->chatTokens({QStringLiteral("another's")}, {{1, QStringLiteral("no"), 0}});
    QCOMPARE(m_session->turns().back().text(), QString());
}

void TestModelsChat::sendsTheSystemPrompt()
{
    m_session->setSystemPrompt(QStringLiteral("Be brief."));
    ask("hello");
    QCOMPARE(m_client->chats.back().messages.front().role, ChatRole::System);
    QCOMPARE(m_client->chats.back().messages.front().parts[0].text, QStringLiteral("Be brief."));
}

void TestModelsChat::keepsWhatTheModelReceived()
{
    QSignalSpy changed(m_session.get(), &ChatSession::turnChanged);
    ask("hello");
    emit m_client->chatReceived(m_client->lastChat(), sampleReceived());
    QCOMPARE(m_session->turns().back().received, std::optional(sampleReceived()));
    QCOMPARE(changed.size(), 1);
}

QTEST_GUILESS_MAIN(TestModelsChat)
#include "tst_models_chat.moc"
