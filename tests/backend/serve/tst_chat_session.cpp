#include "backend/base/failure.h"
#include "tests/backend/serve/serve_fakes.h"

#include <QTest>

using namespace firstlight;
using namespace std::chrono_literals;

class TestChatSession : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_engine->forget(); }
    void anAnswerIsStreamedAndMeasured();
    void whatTheModelReceivedComesFirst();
    void variablesReachTheTemplate();
    void pictureInTiles();
    void aPromptThatDoesNotFitIsRefused();
    void aTemplateThatRefusesEndsTheQuestionAlone();
    void aCancelledAnswerKeepsWhatItHas();
    void aCancelBeforeThePromptIsReadyAsksNobody();
    void aFullQueueEndsTheQuestionWithoutTrouble();
    void aBrokenEngineKeepsTheQuestionOpenUntilSomebodySaysWhy();
    void nothingFollowsTheEnd();

private:
    std::shared_ptr<serve::ChatSession> start(const v1::ChatRequest& request)
    {
        auto session = makeSession();
        session->run(request, "q");
        return session;
    }
    std::shared_ptr<serve::ChatSession> makeSession()
    {
        auto served = std::make_shared<serve::ServedModel>();
        served->prompts = m_prompts;
        served->leader = m_engine;
        served->maxContextTokens = 20;
        return std::make_shared<serve::ChatSession>(served, m_clock, m_heard->sink(),
                                                    [this](const absl::Status&) { ++m_troubles; });
    }

    test::SteppedClock m_clock;
    std::shared_ptr<test::LetterPrompts> m_prompts;
    std::shared_ptr<test::PlayedGenerator> m_engine;
    std::unique_ptr<test::Heard> m_heard;
    int m_troubles = 0;
};

void TestChatSession::init()
{
    m_prompts = std::make_shared<test::LetterPrompts>();
    m_engine = std::make_shared<test::PlayedGenerator>();
    m_heard = std::make_unique<test::Heard>();
    m_troubles = 0;
}

void TestChatSession::anAnswerIsStreamedAndMeasured()
{
    start(test::question("abc"));
    m_clock.advance(100ms);
    m_engine->token(0, 7);
    m_clock.advance(50ms);
    m_engine->token(0, 8);
    m_clock.advance(50ms);
    m_engine->token(0, 25, "stop");
    m_engine->end(0, absl::OkStatus());
    QCOMPARE(m_heard->text(), std::string("hi"));
    QCOMPARE(m_heard->ends.size(), std::size_t(1));
    QVERIFY(m_heard->ends.front().ok());
    const v1::ChatFinished& finished = m_heard->finished();
    QCOMPARE(finished.reason(), std::string("stop"));
    QCOMPARE(finished.prompt_tokens(), 3);
    QCOMPARE(finished.generated_tokens(), 3);
    QCOMPARE(finished.ttft_ms(), 100.0);
    QCOMPARE(finished.total_ms(), 200.0);
    QCOMPARE(finished.tokens_per_second(), 20.0);
}

void TestChatSession::variablesReachTheTemplate()
{
    v1::ChatRequest request = test::question("abc");
    request.set_template_variables("{}");
    start(request);
    QCOMPARE(m_heard->events.front().received().rendered_prompt(), std::string("{}abc"));
}

void TestChatSession::whatTheModelReceivedComesFirst()
{
    start(test::question("abc"));
    const v1::ChatReceived& received = m_heard->events.front().received();
    QCOMPARE(received.rendered_prompt(), std::string("abc"));
    QCOMPARE(received.tokens_size(), 3);
    QCOMPARE(received.tokens(1).piece(), std::string("b"));
    QCOMPARE(received.tokens(1).image_index(), -1);
    QCOMPARE(received.sampling().max_tokens(), 17); // what the context leaves
    QVERIFY(received.sampling().seed() != 0);
    const v1::GenerateRequest& request = m_engine->calls.at(0)->request;
    QCOMPARE(request.tokens_size(), 3);
    QCOMPARE(request.stop_tokens_size(), 1);
    QCOMPARE(request.sampling().seed(), received.sampling().seed());
}

// Every tile of a picture, and what stands for it in the prompt.
void TestChatSession::pictureInTiles()
{
    auto prompts = std::make_shared<test::LetterPrompts>();
    model::ProcessedImage image;
    image.originalWidth = 9;
    image.originalHeight = 5;
    image.layout.steps = {model::wholePicture({9, 5}, {8, 4}), model::wholePicture({9, 5}, {4, 4})};
    image.layout.steps.front().columns = 2;
    image.layout.places = {{"<img>", 6}, {"", 3}};
    image.tiles.assign(3, {4, 4, std::vector<std::uint8_t>(4 * 4 * 3, 7), {}});
    prompts->m_images = {image};
    m_prompts = prompts;
    start(test::question("abc"));
    const v1::ReceivedImage& received = m_heard->events.front().received().images(0);
    QCOMPARE(received.canvases_size(), 2);
    QCOMPARE(received.canvases(0).columns(), 2);
    QCOMPARE(received.canvases(1).width(), 4);
    QCOMPARE(received.places_size(), 2);
    QCOMPARE(received.places(0).text(), std::string("<img>"));
    QCOMPARE(received.places(1).image_tokens(), 3);
    QCOMPARE(received.original_width(), 9);
    QVERIFY(received.preview_png().starts_with("\x89PNG"));
}

void TestChatSession::aPromptThatDoesNotFitIsRefused()
{
    start(test::question(std::string(20, 'a')));
    QVERIFY(m_engine->calls.empty());
    QCOMPARE(m_heard->ends.size(), std::size_t(1));
    QCOMPARE(base::failureInfo(m_heard->ends.front()).what, std::string("The prompt has 20 tokens; at most 19 fit."));
}

void TestChatSession::aTemplateThatRefusesEndsTheQuestionAlone()
{
    start(test::question("!"));
    QCOMPARE(base::failureInfo(m_heard->ends.at(0)).reasonId, std::string("TEMPLATE_FAILED"));
    QCOMPARE(m_troubles, 0);
}

void TestChatSession::aCancelledAnswerKeepsWhatItHas()
{
    const auto session = start(test::question("abc"));
    m_engine->token(0, 7);
    session->cancel();
    QCOMPARE(m_engine->calls.at(0)->cancelled, 1);
    m_engine->end(0, absl::CancelledError(""));
    QCOMPARE(m_heard->finished().reason(), std::string("cancelled"));
    QCOMPARE(m_heard->finished().generated_tokens(), 1);
    QVERIFY(m_heard->ends.at(0).ok());
    QCOMPARE(m_troubles, 0);
}

void TestChatSession::aCancelBeforeThePromptIsReadyAsksNobody()
{
    const auto session = makeSession();
    session->cancel();
    session->run(test::question("abc"), "q");
    QVERIFY(m_engine->calls.empty());
    QCOMPARE(m_heard->finished().reason(), std::string("cancelled"));
    QCOMPARE(m_heard->ends.size(), std::size_t(1));
}

void TestChatSession::aFullQueueEndsTheQuestionWithoutTrouble()
{
    start(test::question("abc"));
    m_engine->end(0, base::failure(reasons::kQueueFull, {{"count", "4"}}));
    QCOMPARE(base::failureInfo(m_heard->ends.at(0)).reasonId, std::string("QUEUE_FULL"));
    QCOMPARE(m_troubles, 0);
}

void TestChatSession::aBrokenEngineKeepsTheQuestionOpenUntilSomebodySaysWhy()
{
    const auto session = start(test::question("abc"));
    m_engine->end(0, base::failure(reasons::kRankDisconnected, {{"rank", "0"}}));
    QCOMPARE(m_troubles, 1);
    QVERIFY(m_heard->ends.empty());
    QVERIFY(session->brokenSince().has_value());
    session->end(base::failure(reasons::kGenerationInterrupted, {{"detail", "Rank 1 ended"}}));
    QCOMPARE(m_heard->ends.size(), std::size_t(1));
    QCOMPARE(base::failureInfo(m_heard->ends.at(0)).what, std::string("The answer was interrupted: Rank 1 ended."));
}

void TestChatSession::nothingFollowsTheEnd()
{
    const auto session = start(test::question("abc"));
    session->end(base::failure(reasons::kGenerationInterrupted, {{"detail", "x"}}));
    const std::size_t events = m_heard->events.size();
    m_engine->token(0, 7);
    m_engine->end(0, absl::OkStatus());
    session->cancel();
    session->end(absl::OkStatus());
    QCOMPARE(m_heard->events.size(), events);
    QCOMPARE(m_heard->ends.size(), std::size_t(1));
    QCOMPARE(m_troubles, 0);
}

QTEST_GUILESS_MAIN(TestChatSession)
#include "tst_chat_session.moc"
