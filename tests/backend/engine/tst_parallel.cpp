// The same text whatever the layout, and what happens to it when a rank goes away.
#include "backend/base/failure.h"
#include "tests/backend/engine/golden_model.h"
#include "tests/backend/engine/replica.h"

#include <QTest>

#include <cmath>

using namespace firstlight;
using namespace firstlight::engine;

class TestParallel : public QObject
{
    Q_OBJECT

private slots:
    void everyLayoutSaysTheSame_data();
    void everyLayoutSaysTheSame();
    void ranksHoldTheirPartOnly();
    void followersReportTheLeadersCounters();
    void abortEndsEveryRank();
};

void TestParallel::everyLayoutSaysTheSame_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("tensor");
    QTest::addColumn<int>("pipeline");
    const struct {
        const char* name;
        int tensor;
        int pipeline;
    } rows[] = {{"llama-fp32", 2, 1},        {"llama-fp32", 4, 1}, // more ranks than key-value heads
                {"llama-fp32", 1, 2},        {"qwen3-bf16", 2, 2}, // tied head on the last stage
                {"qwen2-bf16", 2, 1},        {"mixtral-fp32", 2, 1},
                {"qwen3-moe-fp32", 2, 2},    {"qwen3-vl-moe-fp32", 2, 1},
                {"qwen3-vl-moe-fp32", 1, 2}, {"qwen3-vl-moe-fp32", 1, 4}, // deepstack reaches beyond the first stage
                {"qwen3-vl-moe-bf16", 2, 2}};
    for (const auto& [name, tensor, pipeline] : rows) {
        QTest::addRow("%s TP%d PP%d", name, tensor, pipeline) << name << tensor << pipeline;
    }
}

void TestParallel::everyLayoutSaysTheSame()
{
    QFETCH(const QString, name);
    QFETCH(const int, tensor);
    QFETCH(const int, pipeline);
    const auto golden = loadGolden(name.toStdString());
    QVERIFY2(golden.ok(), std::string(golden.status().message()).c_str());
    Replica single(golden->directory, golden->spec, {});
    Replica divided(golden->directory, golden->spec, {tensor, pipeline, 1, 1});
    QVERIFY(single.start().ok());
    const absl::Status started = divided.start();
    QVERIFY2(started.ok(), std::string(started.message()).c_str());
    for (const GoldenCase& entry : golden->cases) {
        Answer alone;
        Answer together;
        QVERIFY(single.leader().submit(greedyRequest(entry, entry.name), alone.sink()).ok());
        QVERIFY(divided.leader().submit(greedyRequest(entry, entry.name), together.sink()).ok());
        alone.wait();
        together.wait();
        QCOMPARE(together.tokens(), entry.greedy);
        QCOMPARE(together.tokens(), alone.tokens());
        for (std::size_t at = 0; at < alone.tokens().size(); ++at) {
            QVERIFY(std::abs(alone.logprobs()[at] - together.logprobs()[at]) < 1e-4F);
        }
    }
    for (const absl::Status& status : divided.stop()) {
        QVERIFY2(status.ok(), std::string(status.message()).c_str());
    }
}

void TestParallel::ranksHoldTheirPartOnly()
{
    const auto golden = loadGolden("qwen3-vl-moe-fp32");
    QVERIFY(golden.ok());
    Replica single(golden->directory, golden->spec, {});
    Replica divided(golden->directory, golden->spec, {2, 2, 1, 1});
    QVERIFY(single.start().ok() && divided.start().ok());
    const auto weights = static_cast<std::size_t>(MemoryClass::kWeights);
    const std::int64_t whole = single.leader().stats().memoryBytes[weights];
    for (std::size_t rank = 0; rank < divided.size(); ++rank) {
        QVERIFY(divided.engine(rank).stats().memoryBytes[weights] < whole * 6 / 10);
        for (const SliceInfo& slice : divided.engine(rank).slices()) {
            QCOMPARE(slice.state, SliceState::kLoaded);
            const bool vision = slice.role.role.starts_with("vision.");
            QVERIFY(!vision || rank < 2);
            if (slice.role.role == "moe.experts.gate_up") {
                QCOMPARE(slice.shape[2] * 2, slice.tensorShape[2]); // as published: [experts, in, out]
            }
        }
    }
}

void TestParallel::followersReportTheLeadersCounters()
{
    const auto golden = loadGolden("llama-fp32");
    QVERIFY(golden.ok());
    Replica replica(golden->directory, golden->spec, {2, 1, 1, 1});
    QVERIFY(replica.start().ok());
    const GoldenCase& entry = golden->cases.front();
    QVERIFY(replica.generate(greedyRequest(entry, "once")).ok());
    QVERIFY(!replica.engine(1).submit(greedyRequest(entry, "wrong rank"), {}).ok());
    QTRY_COMPARE(replica.engine(1).stats().generatedTokensTotal, static_cast<qint64>(entry.greedy.size()));
    QTRY_COMPARE(replica.engine(1).stats().runningSequences, 0);
    QTRY_COMPARE(replica.engine(1).stats().kvTokensUsed, 0);
    QCOMPARE(replica.engine(1).stats().promptTokensTotal, static_cast<qint64>(entry.tokens.size()));
}

void TestParallel::abortEndsEveryRank()
{
    const auto golden = loadGolden("qwen3-bf16");
    QVERIFY(golden.ok());
    Replica replica(golden->directory, golden->spec, {2, 2, 1, 1});
    QVERIFY(replica.start().ok());
    Answer answer;
    GenerationRequest request = greedyRequest(golden->cases.front(), "long");
    request.sampling.maxTokens = 200;
    QVERIFY(replica.leader().submit(request, answer.sink()).ok());
    answer.waitForTokens(2);
    replica.engine(3).abort("rank 3 was taken away");
    for (const absl::Status& status : replica.join()) {
        QVERIFY(!status.ok());
    }
    answer.wait();
    QVERIFY(answer.failure().has_value());
    const base::FailureInfo info = base::failureInfo(*answer.failure());
    QCOMPARE(info.reasonId, std::string(reasons::kGenerationInterrupted.id));
    QVERIFY2(info.what.find("rank 3 was taken away") != std::string::npos, info.what.c_str());
    QVERIFY(!replica.leader().submit(request, answer.sink()).ok());
}

QTEST_GUILESS_MAIN(TestParallel)
#include "tst_parallel.moc"
