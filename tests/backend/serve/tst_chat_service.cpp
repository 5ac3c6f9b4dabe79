#include "backend/base/failure.h"
#include "backend/serve/chat_asker.h"
#include "tests/backend/serve/serve_fakes.h"

#include <QTest>

#include <thread>

using namespace firstlight;
using namespace std::chrono_literals;

class TestChatService : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_engine->forget(); }
    void nobodyMayAskBeforeItIsOpen();
    void probesMayAskBeforeUsers();
    void anIdIsAskedOnce();
    void onlyTheDeploymentThatServesIsAsked();
    void tooManyQuestionsAreRefused();
    void closeEndsEveryQuestionOnceWithTheCause();
    void aBrokenQuestionThatNobodyExplainsEndsByItself();
    void theAskerCollectsAnswersOfQuestionsAtOnce();
    void theAskerGivesUpInTime();

private:
    void open(bool users)
    {
        serve::ServedModel model;
        model.deploymentId = "d-1";
        model.prompts = std::make_shared<test::LetterPrompts>();
        model.leader = m_engine;
        model.maxContextTokens = 100;
        m_chat->open(std::move(model));
        if (users) {
            m_chat->admitUsers();
        }
    }
    std::string ask(const v1::ChatRequest& request, serve::Origin origin = serve::Origin::kUser)
    {
        const absl::Status status = m_chat->start(request, origin, m_heard->sink());
        return status.ok() ? "" : base::failureInfo(status).reasonId;
    }

    test::SteppedClock m_clock;
    test::InlineExecutor m_pool;
    std::shared_ptr<test::PlayedGenerator> m_engine;
    std::unique_ptr<test::Heard> m_heard;
    std::unique_ptr<serve::ChatService> m_chat;
};

void TestChatService::init()
{
    m_engine = std::make_shared<test::PlayedGenerator>();
    m_heard = std::make_unique<test::Heard>();
    m_chat = std::make_unique<serve::ChatService>(m_clock, m_pool, [](const absl::Status&) {});
}

void TestChatService::nobodyMayAskBeforeItIsOpen()
{
    QCOMPARE(ask(test::question("a")), std::string("NOT_SERVING"));
    QCOMPARE(ask(test::question("a"), serve::Origin::kProbe), std::string("NOT_SERVING"));
    m_chat->admitUsers(); // of nothing
    QCOMPARE(ask(test::question("a")), std::string("NOT_SERVING"));
}

void TestChatService::probesMayAskBeforeUsers()
{
    open(false);
    QCOMPARE(ask(test::question("a")), std::string("NOT_SERVING"));
    QCOMPARE(ask(test::question("a"), serve::Origin::kProbe), std::string());
    m_chat->admitUsers();
    QCOMPARE(ask(test::question("a")), std::string());
    m_chat->refuseNew();
    QCOMPARE(ask(test::question("a")), std::string("NOT_SERVING"));
    QCOMPARE(m_chat->openCount(), 2);
}

void TestChatService::anIdIsAskedOnce()
{
    open(true);
    QCOMPARE(ask(test::question("a", "same")), std::string());
    QCOMPARE(ask(test::question("a", "same")), std::string("REQUEST_INVALID"));
    m_engine->token(0, 25, "stop");
    QCOMPARE(ask(test::question("a", "same")), std::string("REQUEST_INVALID"));
    QCOMPARE(m_engine->calls.size(), std::size_t(1));
    QCOMPARE(ask(test::question("a")), std::string());
    QCOMPARE(ask(test::question("a")), std::string());
}

void TestChatService::onlyTheDeploymentThatServesIsAsked()
{
    open(true);
    v1::ChatRequest request = test::question("a");
    request.set_deployment_id("d-0");
    QCOMPARE(ask(request), std::string("NOT_SERVING"));
    request.set_deployment_id("d-1");
    QCOMPARE(ask(request), std::string());
}

void TestChatService::tooManyQuestionsAreRefused()
{
    open(true);
    for (int i = 0; i < 64; ++i) {
        QCOMPARE(ask(test::question("a")), std::string());
    }
    QCOMPARE(ask(test::question("a")), std::string("QUEUE_FULL"));
    m_engine->token(5, 25, "stop");
    QCOMPARE(ask(test::question("a")), std::string());
}

void TestChatService::closeEndsEveryQuestionOnceWithTheCause()
{
    open(true);
    ask(test::question("a"));
    ask(test::question("b"));
    m_engine->end(1, base::failure(reasons::kRankDisconnected, {{"rank", "1"}}));
    m_chat->close(base::failure(reasons::kGenerationInterrupted, {{"detail", "Rank 1 ended"}}));
    QCOMPARE(m_heard->ends.size(), std::size_t(2));
    for (const absl::Status& end : m_heard->ends) {
        QCOMPARE(base::failureInfo(end).what, std::string("The answer was interrupted: Rank 1 ended."));
    }
    QCOMPARE(m_engine->calls.at(0)->cancelled, 1);
    m_engine->token(0, 3);
    QCOMPARE(m_heard->ends.size(), std::size_t(2));
    QCOMPARE(ask(test::question("c")), std::string("NOT_SERVING"));
}

void TestChatService::aBrokenQuestionThatNobodyExplainsEndsByItself()
{
    open(true);
    ask(test::question("a"));
    m_engine->end(0, base::failure(reasons::kRankDisconnected, {{"rank", "1"}}));
    m_clock.advance(4s);
    m_chat->tick();
    QVERIFY(m_heard->ends.empty());
    m_clock.advance(2s);
    m_chat->tick();
    QCOMPARE(m_heard->ends.size(), std::size_t(1));
    QCOMPARE(base::failureInfo(m_heard->ends.front()).reasonId, std::string("RANK_DISCONNECTED"));
}

void TestChatService::theAskerCollectsAnswersOfQuestionsAtOnce()
{
    open(false);
    serve::ChatAsker asker(*m_chat, 60s);
    std::vector<absl::StatusOr<verify::Answer>> answers;
    std::thread probe([&] { answers = asker.ask({test::question("a"), test::question("b")}); });
    QTRY_COMPARE(m_engine->count(), std::size_t(2));
    m_engine->token(1, 4);
    m_engine->token(0, 3);
    m_engine->token(1, 25, "stop");
    m_engine->token(0, 5, "length");
    probe.join();
    QCOMPARE(answers.size(), std::size_t(2));
    QCOMPARE(answers[0]->text, std::string("df"));
    QCOMPARE(answers[1]->text, std::string("e"));
    QVERIFY((answers[1]->tokens == std::vector<std::int32_t>{4, 25}));
    QCOMPARE(answers[0]->finishReason, std::string("length"));
    QCOMPARE(answers[0]->logprobs.size(), std::size_t(2));
}

void TestChatService::theAskerGivesUpInTime()
{
    open(false);
    serve::ChatAsker asker(*m_chat, 1ms);
    const auto answers = asker.ask({test::question("a")});
    QVERIFY(!answers.front().ok());
    QCOMPARE(base::failureInfo(answers.front().status()).reasonId, std::string("PROBE_FAILED"));
    QCOMPARE(m_engine->calls.at(0)->cancelled, 1);
}

QTEST_GUILESS_MAIN(TestChatService)
#include "tst_chat_service.moc"
