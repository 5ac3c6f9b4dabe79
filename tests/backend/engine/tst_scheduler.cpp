// What each step computes, without a model: logits are made up here.
#include "backend/base/failure.h"
#include "backend/engine/scheduler.h"

#include <QTest>

#include <deque>

using namespace firstlight;
using namespace firstlight::engine;

namespace {

constexpr std::int32_t kVocabulary = 10;
constexpr std::int32_t kImageToken = 9;

struct Outcome {
    std::vector<std::int32_t> tokens;
    std::string finishReason;
    absl::Status failure;
};

PendingRequest makeRequest(const std::string& id, std::int32_t promptTokens, std::int32_t maxTokens, Outcome& outcome)
{
    PendingRequest pending;
    pending.request.id = id;
    pending.request.tokens.assign(static_cast<std::size_t>(promptTokens), 1);
    pending.request.sampling.maxTokens = maxTokens;
    pending.prompt.positions.resize(static_cast<std::size_t>(promptTokens));
    pending.prompt.next = promptTokens;
    pending.sink = [&outcome](const absl::StatusOr<GeneratedToken>& token) {
        if (!token.ok()) {
            outcome.failure = token.status();
            return;
        }
        if (token->token >= 0) {
            outcome.tokens.push_back(token->token);
        }
        outcome.finishReason = token->finishReason;
    };
    return pending;
}

// One row per sample, each preferring `token`.
std::vector<float> logitsFor(const StepPlan& plan, std::int32_t token)
{
    std::vector<float> logits(static_cast<std::size_t>(plan.sampleCount() * kVocabulary), 0.0F);
    for (std::int32_t row = 0; row < plan.sampleCount(); ++row) {
        logits[static_cast<std::size_t>(row * kVocabulary + token)] = 5.0F;
    }
    return logits;
}

std::vector<std::int32_t> counts(const StepPlan& plan)
{
    std::vector<std::int32_t> result;
    for (const StepSegment& segment : plan.segments) {
        result.push_back(segment.count);
    }
    return result;
}

} // namespace

class TestScheduler : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void promptsComeInChunksBesideGeneration();
    void generatedTokensFollowThePrompt();
    void oneImagePerStepThenThePrompt();
    void admissionWaitsForBlocks();
    void cancelledSequencesGiveTheirBlocksBack();
    void failureReachesEveryRequest();

private:
    void makeScheduler(std::int32_t maxSequences, std::int32_t blocks);
    StepPlan step(std::int32_t token = 2);

    model::ModelSpec m_spec;
    std::unique_ptr<RequestQueue> m_queue;
    std::unique_ptr<Scheduler> m_scheduler;
};

void TestScheduler::init()
{
    m_spec.vocabularySize = kVocabulary;
    m_spec.imageTokenId = kImageToken;
    makeScheduler(3, 200);
}

void TestScheduler::makeScheduler(std::int32_t maxSequences, std::int32_t blocks)
{
    m_queue = std::make_unique<RequestQueue>(8);
    m_queue->open();
    m_scheduler = std::make_unique<Scheduler>(m_spec, StepLimits{kPromptChunk + maxSequences, maxSequences, 1000, 1000},
                                              maxSequences, blocks, *m_queue);
}

StepPlan TestScheduler::step(std::int32_t token)
{
    StepPlan plan = m_scheduler->next();
    m_scheduler->complete(plan, logitsFor(plan, token));
    return plan;
}

void TestScheduler::promptsComeInChunksBesideGeneration()
{
    Outcome first;
    Outcome second;
    QVERIFY(m_queue->push(makeRequest("first", 3, 100, first)).ok());
    QCOMPARE(counts(step()), std::vector<std::int32_t>{3});
    QVERIFY(m_queue->push(makeRequest("second", 600, 100, second)).ok());
    const StepPlan chunk = step();
    QCOMPARE(counts(chunk), (std::vector<std::int32_t>{1, 256}));
    QVERIFY(chunk.segments[0].sample && !chunk.segments[1].sample);
    QCOMPARE(chunk.rowCount(), 257);
    QCOMPARE(counts(step()), (std::vector<std::int32_t>{1, 256}));
    const StepPlan last = step();
    QCOMPARE(counts(last), (std::vector<std::int32_t>{1, 88}));
    QCOMPARE(last.segments[1].start, 512);
    QCOMPARE(last.segments[1].blocks.size(), std::size_t{38});
    QVERIFY(last.segments[1].sample);
    QCOMPARE(counts(step()), (std::vector<std::int32_t>{1, 1}));
    QCOMPARE(second.tokens.size(), std::size_t{2});
    QCOMPARE(first.tokens.size(), std::size_t{5});
    QCOMPARE(m_scheduler->counters().promptTokensTotal, qint64{603});
    QCOMPARE(m_scheduler->counters().generatedTokensTotal, qint64{7});
    QCOMPARE(m_scheduler->counters().kvTokens, qint64{3 + 4 + 600 + 1});
}

void TestScheduler::generatedTokensFollowThePrompt()
{
    Outcome outcome;
    QVERIFY(m_queue->push(makeRequest("only", 5, 3, outcome)).ok());
    step(4);
    const StepPlan second = step(6);
    QCOMPARE(second.tokens, std::vector<std::int32_t>{4});
    QCOMPARE(second.positions[0], (Position{5, 5, 5}));
    QCOMPARE(second.segments[0].start, 5);
    QCOMPARE(step(7).positions[0], (Position{6, 6, 6}));
    QCOMPARE(outcome.tokens, (std::vector<std::int32_t>{4, 6, 7}));
    QCOMPARE(outcome.finishReason, "length");
    QVERIFY(m_scheduler->idle());
    QCOMPARE(m_scheduler->next().rowCount(), 0);
}

void TestScheduler::oneImagePerStepThenThePrompt()
{
    Outcome outcome;
    PendingRequest pending = makeRequest("images", 8, 5, outcome);
    for (const std::size_t at : {1, 2, 3, 5, 6}) {
        pending.request.tokens[at] = kImageToken;
    }
    pending.grids = {{1, 3}, {2, 1}};
    pending.request.images.resize(2);
    QVERIFY(m_queue->push(std::move(pending)).ok());
    const StepPlan first = step();
    QCOMPARE(first.images.size(), std::size_t{1});
    QCOMPARE(first.rowCount(), 0);
    const StepPlan second = step();
    QCOMPARE(second.images.size(), std::size_t{1});
    QCOMPARE(second.images[0].featureRow, 3);
    QCOMPARE(second.featureRows, (std::vector<std::int32_t>{-1, 0, 1, 2, -1, 3, 4, -1}));
    const StepPlan third = step(kImageToken); // an image token that the model makes is text
    QVERIFY(third.images.empty());
    QCOMPARE(step().featureRows, std::vector<std::int32_t>{-1});
}

void TestScheduler::admissionWaitsForBlocks()
{
    makeScheduler(3, 4);
    std::deque<Outcome> outcomes(3);
    QVERIFY(m_queue->push(makeRequest("large", 30, 18, outcomes[0])).ok()); // 3 blocks
    QVERIFY(m_queue->push(makeRequest("wide", 17, 2, outcomes[1])).ok());   // 2 blocks
    QVERIFY(m_queue->push(makeRequest("small", 2, 2, outcomes[2])).ok());   // 1 block, but not its turn
    for (int steps = 0; steps < 17; ++steps) {
        QCOMPARE(step().segments.size(), std::size_t{1});
        QCOMPARE(m_scheduler->counters().waiting, 2);
    }
    step();
    QCOMPARE(outcomes[0].finishReason, "length");
    QCOMPARE(counts(step()), std::vector<std::int32_t>{17}); // both are in; one prompt at a time
    QCOMPARE(m_scheduler->counters().running, 2);
    QCOMPARE(counts(step()), (std::vector<std::int32_t>{1, 2}));
}

void TestScheduler::cancelledSequencesGiveTheirBlocksBack()
{
    makeScheduler(1, 2);
    std::deque<Outcome> outcomes(3);
    QVERIFY(m_queue->push(makeRequest("a", 20, 12, outcomes[0])).ok());
    QVERIFY(m_queue->push(makeRequest("b", 20, 12, outcomes[1])).ok());
    QVERIFY(m_queue->push(makeRequest("c", 20, 12, outcomes[2])).ok());
    step();
    m_queue->cancel("a");
    m_queue->cancel("b");
    m_queue->cancel("unknown");
    const StepPlan plan = step();
    QCOMPARE(outcomes[0].finishReason, "cancelled");
    QCOMPARE(outcomes[0].tokens.size(), std::size_t{1});
    QCOMPARE(outcomes[1].finishReason, "cancelled");
    QCOMPARE(counts(plan), std::vector<std::int32_t>{20});
    QCOMPARE(plan.counters.running, 1);
    QCOMPARE(plan.counters.waiting, 0);
}

void TestScheduler::failureReachesEveryRequest()
{
    makeScheduler(1, 200);
    std::deque<Outcome> outcomes(2);
    QVERIFY(m_queue->push(makeRequest("running", 5, 5, outcomes[0])).ok());
    QVERIFY(m_queue->push(makeRequest("waiting", 5, 5, outcomes[1])).ok());
    step();
    m_scheduler->failAll(absl::InternalError("over"));
    QCOMPARE(outcomes[0].failure, absl::InternalError("over"));
    QCOMPARE(outcomes[1].failure, absl::InternalError("over"));
    QVERIFY(m_scheduler->idle());
    QVERIFY(!m_queue->push(makeRequest("late", 5, 5, outcomes[1])).ok());
}

QTEST_GUILESS_MAIN(TestScheduler)
#include "tst_scheduler.moc"
