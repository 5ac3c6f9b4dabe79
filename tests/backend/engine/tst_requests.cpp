// The queue and the batch of one engine: limits, cancelling, stopping, and that neighbours do not change an answer.
#include "backend/base/failure.h"
#include "backend/engine/request_queue.h"
#include "tests/backend/engine/golden_model.h"
#include "tests/backend/engine/replica.h"

#include <QTest>

#include <memory>

using namespace firstlight;
using namespace firstlight::engine;

namespace {

std::string reasonOf(const absl::Status& status)
{
    return base::failureInfo(status).reasonId;
}

} // namespace

class TestRequests : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void neighboursDoNotChangeAnAnswer();
    void longPromptsComeInChunks();
    void stopTokenEndsWithoutBeingShown();
    void contextEndsAnAnswer();
    void cancelEndsRunningAndWaiting();
    void badRequestsAreRefused();
    void fullQueueRefuses();
    void stopCancelsWhatRuns();
    void notServingRefuses();

private:
    GoldenModel m_text;
    GoldenModel m_vision;
};

void TestRequests::initTestCase()
{
    auto text = loadGolden("llama-fp32");
    auto vision = loadGolden("qwen3-vl-moe-bf16");
    QVERIFY(text.ok() && vision.ok());
    m_text = *std::move(text);
    m_vision = *std::move(vision);
}

void TestRequests::neighboursDoNotChangeAnAnswer()
{
    Replica replica(m_vision.directory, m_vision.spec, {});
    QVERIFY(replica.start().ok());
    std::vector<GenerationRequest> requests;
    std::vector<std::vector<std::int32_t>> alone;
    for (int round = 0; round < 3; ++round) {
        for (const GoldenCase& entry : m_vision.cases) {
            GenerationRequest& request = requests.emplace_back(greedyRequest(entry, std::to_string(requests.size())));
            request.sampling.greedy = round == 0;
            request.sampling.seed = static_cast<std::uint64_t>(round);
            const auto tokens = replica.generate(request);
            QVERIFY(tokens.ok());
            alone.push_back(*tokens);
        }
    }
    QVERIFY(alone[0] != alone[3] && alone[3] != alone[6]); // seeds matter
    std::vector<std::unique_ptr<Answer>> answers;
    for (const GenerationRequest& request : requests) {
        answers.push_back(std::make_unique<Answer>());
        QVERIFY(replica.leader().submit(request, answers.back()->sink()).ok());
    }
    for (std::size_t at = 0; at < answers.size(); ++at) {
        answers[at]->wait();
        QCOMPARE(answers[at]->tokens(), alone[at]);
        QCOMPARE(answers[at]->finishReason(), "length");
    }
    QTRY_COMPARE(replica.leader().stats().generatedTokensTotal, qint64{2 * 9 * 20});
    QTRY_COMPARE(replica.leader().stats().kvTokensUsed, 0);
    QCOMPARE(replica.leader().stats().runningSequences, 0);
}

void TestRequests::longPromptsComeInChunks()
{
    ReplicaOptions options;
    options.maxContextTokens = 700;
    Replica replica(m_text.directory, m_text.spec, {}, options);
    QVERIFY(replica.start().ok());
    GenerationRequest request = greedyRequest(m_text.cases.front(), "long");
    while (request.tokens.size() < 600) {
        request.tokens.push_back(request.tokens[request.tokens.size() % 5]);
    }
    const std::int64_t before = replica.leader().stats().stepsTotal;
    QVERIFY(replica.generate(request).ok());
    // The last token arrives before its step is counted.
    QTRY_COMPARE(replica.leader().stats().generatedTokensTotal, qint64{20});
    QCOMPARE(replica.leader().stats().promptTokensTotal, qint64{600});
    QVERIFY(replica.leader().stats().stepsTotal - before >= 3 + 19); // 256 + 256 + 88, then one by one
}

void TestRequests::stopTokenEndsWithoutBeingShown()
{
    Replica replica(m_text.directory, m_text.spec, {});
    QVERIFY(replica.start().ok());
    const GoldenCase& entry = m_text.cases.front();
    GenerationRequest request = greedyRequest(entry, "stop");
    request.stopTokens = {entry.greedy[4]};
    const auto first = std::find(entry.greedy.begin(), entry.greedy.end(), entry.greedy[4]);
    Answer answer;
    QVERIFY(replica.leader().submit(request, answer.sink()).ok());
    answer.wait();
    QCOMPARE(answer.finishReason(), "stop");
    QCOMPARE(answer.tokens(), std::vector<std::int32_t>(entry.greedy.begin(), first));
}

void TestRequests::contextEndsAnAnswer()
{
    ReplicaOptions options;
    options.maxContextTokens = 40;
    Replica replica(m_text.directory, m_text.spec, {}, options);
    QVERIFY(replica.start().ok());
    Answer answer;
    QVERIFY(replica.leader().submit(greedyRequest(m_text.cases[1], "near"), answer.sink()).ok()); // 37 tokens
    answer.wait();
    QCOMPARE(answer.finishReason(), "length");
    QCOMPARE(answer.tokens().size(), std::size_t{3});
}

void TestRequests::cancelEndsRunningAndWaiting()
{
    ReplicaOptions options;
    options.maxSequences = 1;
    options.maxContextTokens = 4096;
    Replica replica(m_text.directory, m_text.spec, {}, options);
    QVERIFY(replica.start().ok());
    GenerationRequest running = greedyRequest(m_text.cases.front(), "running");
    running.sampling.maxTokens = 4000;
    Answer first;
    Answer second;
    Answer third;
    QVERIFY(replica.leader().submit(running, first.sink()).ok());
    QVERIFY(replica.leader().submit(greedyRequest(m_text.cases.front(), "waiting"), second.sink()).ok());
    QVERIFY(replica.leader().submit(greedyRequest(m_text.cases.front(), "next"), third.sink()).ok());
    first.waitForTokens(3);
    replica.leader().cancel("waiting");
    second.wait();
    QCOMPARE(second.finishReason(), "cancelled");
    QVERIFY(second.tokens().empty());
    replica.leader().cancel("running");
    first.wait();
    QCOMPARE(first.finishReason(), "cancelled");
    QVERIFY(first.tokens().size() < 4000);
    third.wait();
    QCOMPARE(third.tokens(), m_text.cases.front().greedy);
}

void TestRequests::badRequestsAreRefused()
{
    Replica replica(m_vision.directory, m_vision.spec, {});
    QVERIFY(replica.start().ok());
    const GenerationRequest good = greedyRequest(m_vision.cases[1], "good");
    const auto refused = [&](const std::function<void(GenerationRequest&)>& spoil) {
        GenerationRequest request = good;
        spoil(request);
        return reasonOf(replica.leader().submit(request, {}));
    };
    const std::string invalid(reasons::kRequestInvalid.id);
    const std::string image(reasons::kImageRejected.id);
    QCOMPARE(refused([](auto& request) { request.tokens.resize(256, 3); }), std::string(reasons::kPromptTooLong.id));
    QCOMPARE(refused([](auto& request) { request.tokens.clear(); }), invalid);
    QCOMPARE(refused([](auto& request) { request.tokens[0] = 128; }), invalid);
    QCOMPARE(refused([](auto& request) { request.tokens[0] = -1; }), invalid);
    QCOMPARE(refused([](auto& request) { request.sampling.maxTokens = 0; }), invalid);
    QCOMPARE(refused([](auto& request) { request.sampling.topP = 0.0; }), invalid);
    QCOMPARE(refused([](auto& request) { request.imageMean.clear(); }), invalid);
    QCOMPARE(refused([](auto& request) { request.images.push_back(request.images[0]); }), invalid);
    QCOMPARE(refused([](auto& request) { request.images[0].width = 20; }), image);
    QCOMPARE(refused([](auto& request) { request.images[0].rgb.pop_back(); }), image);
    QVERIFY(replica.generate(good).ok());
}

void TestRequests::fullQueueRefuses()
{
    RequestQueue queue(2);
    queue.open();
    QVERIFY(queue.push({}).ok());
    QVERIFY(queue.push({}).ok());
    const absl::Status third = queue.push({});
    QCOMPARE(reasonOf(third), std::string(reasons::kQueueFull.id));
    QCOMPARE(base::failureInfo(third).arguments.at("count"), "2");
    QVERIFY(queue.popIf([](const PendingRequest&) { return true; }).has_value());
    QVERIFY(!queue.popIf([](const PendingRequest&) { return false; }).has_value());
    QVERIFY(queue.push({}).ok());
    QCOMPARE(queue.close().size(), std::size_t{2});
    QCOMPARE(reasonOf(queue.push({})), std::string(reasons::kNotServing.id));
}

void TestRequests::stopCancelsWhatRuns()
{
    ReplicaOptions options;
    options.maxContextTokens = 4096;
    Replica replica(m_text.directory, m_text.spec, {}, options);
    QVERIFY(replica.start().ok());
    GenerationRequest request = greedyRequest(m_text.cases.front(), "running");
    request.sampling.maxTokens = 4000;
    Answer answer;
    QVERIFY(replica.leader().submit(request, answer.sink()).ok());
    answer.waitForTokens(1);
    QVERIFY(replica.stop().front().ok());
    QCOMPARE(answer.finishReason(), "cancelled");
    QCOMPARE(reasonOf(replica.leader().submit(request, {})), std::string(reasons::kNotServing.id));
}

void TestRequests::notServingRefuses()
{
    Replica replica(m_text.directory, m_text.spec, {});
    const absl::Status early = replica.leader().submit(greedyRequest(m_text.cases.front(), "early"), {});
    QCOMPARE(reasonOf(early), std::string(reasons::kNotServing.id));
}

QTEST_GUILESS_MAIN(TestRequests)
#include "tst_requests.moc"
