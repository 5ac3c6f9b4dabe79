#include "backend/collective/comm_check.h"
#include "tests/backend/collective/rank_threads.h"
#include "tests/support/status_check.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace firstlight;
using namespace firstlight::test;
using collective::CommCheckResult;
using collective::Communicator;

namespace {

collective::CommCheckOptions quick()
{
    collective::CommCheckOptions options;
    options.latencyRounds = 20;
    options.bandwidthRounds = 2;
    options.bandwidthBytes = 1 << 20;
    options.collectiveBytes = {1024, 300'000};
    options.collectiveRounds = 3;
    return options;
}

// A communicator whose reductions are wrong in one place, as broken hardware would make them.
class FlippedBit final : public Communicator
{
public:
    explicit FlippedBit(Communicator& real) : m_real(real) {}

    const std::string& name() const override { return m_real.name(); }
    int rank() const override { return m_real.rank(); }
    int size() const override { return m_real.size(); }
    std::string_view link() const override { return m_real.link(); }
    absl::Status allReduce(std::span<float> values, collective::ReduceOp op) override
    {
        const absl::Status status = m_real.allReduce(values, op);
        if (values.size() > 1000) {
            values[777] += 1.0F;
        }
        return status;
    }
    absl::Status allGather(std::span<const std::byte> input, std::span<std::byte> output) override
    {
        return m_real.allGather(input, output);
    }
    absl::Status broadcast(std::span<std::byte> data, int root) override { return m_real.broadcast(data, root); }
    absl::Status send(std::span<const std::byte> data, int to) override { return m_real.send(data, to); }
    absl::Status receive(std::span<std::byte> data, int from) override { return m_real.receive(data, from); }
    absl::Status barrier() override { return m_real.barrier(); }
    absl::Status broadcastMessage(std::vector<std::byte>& message, int root) override
    {
        return m_real.broadcastMessage(message, root);
    }
    void abort(std::string_view reason) override { m_real.abort(reason); }
    std::vector<collective::OperationCounter> counters() const override { return m_real.counters(); }
    collective::Progress progress() const override { return m_real.progress(); }

private:
    Communicator& m_real;
};

} // namespace

class TestCommCheck : public QObject
{
    Q_OBJECT

private slots:
    void everyPairIsMeasuredAndEveryResultExact_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {2, 3, 4}) {
            QTest::addRow("%d ranks", size) << size;
        }
    }
    void everyPairIsMeasuredAndEveryResultExact()
    {
        QFETCH(int, size);
        QTemporaryDir directory;
        std::vector<CommCheckResult> results(static_cast<std::size_t>(size));
        const auto statuses =
            runRanks(Transport::kSharedMemory, directory.path().toStdString(), size, [&results](Communicator& group) {
                auto result = runCommCheck(group, quick());
                results[static_cast<std::size_t>(group.rank())] = result.value_or(CommCheckResult());
                return result.status();
            });
        for (const absl::Status& status : statuses) {
            FIRSTLIGHT_VERIFY_OK(status);
        }
        for (const CommCheckResult& result : results) {
            QVERIFY2(result.passed, result.verdict.c_str());
            std::set<std::pair<int, int>> pairs;
            for (const collective::PairTiming& pair : result.pairs) {
                QVERIFY(pair.from != pair.to);
                QVERIFY(pair.latencyUs > 0);
                QVERIFY(pair.bandwidthMbPerS > 0);
                pairs.insert({pair.from, pair.to});
                // All ranks know the measurement of the one that led it.
                QCOMPARE(pair.latencyUs,
                         results[0].pairs[static_cast<std::size_t>(&pair - result.pairs.data())].latencyUs);
            }
            QCOMPARE(pairs.size(), static_cast<std::size_t>(size * (size - 1)));
            QCOMPARE(result.collectives.size(), std::size_t(6));
            for (const collective::CollectiveResult& collective : result.collectives) {
                QVERIFY(collective.correct);
                QVERIFY(collective.timeUs > 0);
            }
            const collective::CollectiveResult& reduce = result.collectives[0];
            QCOMPARE(text(reduce.operation), QString("all_reduce"));
            QCOMPARE(reduce.busbwMbPerS / reduce.algbwMbPerS, 2.0 * (size - 1) / size);
            QVERIFY(text(result.verdict).startsWith(QString("%1 ranks talk").arg(size)));
        }
    }

    void withoutTimeThereAreStillResults()
    {
        collective::CommCheckOptions options;
        options.budget = std::chrono::milliseconds(0);
        std::vector<std::int64_t> broadcastCounts(2);
        const auto statuses = runRanks(Transport::kInMemory, "", 2, [&](Communicator& group) {
            const auto result = runCommCheck(group, options);
            FIRSTLIGHT_RETURN_IF_ERROR(result.status());
            for (const collective::OperationCounter& counter : group.counters()) {
                if (counter.operation == "broadcast") {
                    broadcastCounts[static_cast<std::size_t>(group.rank())] = counter.count;
                }
            }
            return result->passed && result->pairs.size() == 2 ? absl::OkStatus() : absl::InternalError("incomplete");
        });
        FIRSTLIGHT_VERIFY_OK(statuses[0]);
        FIRSTLIGHT_VERIFY_OK(statuses[1]);
        QCOMPARE(broadcastCounts[0], 9); // three rounds of three sizes
        QCOMPARE(broadcastCounts[1], 9);
    }

    void oneRankHasNothingToProve()
    {
        auto group = collective::makeInMemoryGroup("world", 1);
        const auto result = runCommCheck(*group[0], quick());
        FIRSTLIGHT_VERIFY_OK(result.status());
        QVERIFY(result->passed);
        QVERIFY(result->pairs.empty());
    }

    void aWrongResultOnOneRankIsSeenByAll()
    {
        std::vector<CommCheckResult> results(2);
        const auto statuses = runRanks(Transport::kInMemory, "", 2, [&results](Communicator& group) {
            FlippedBit broken(group);
            auto result = runCommCheck(group.rank() == 1 ? static_cast<Communicator&>(broken) : group, quick());
            results[static_cast<std::size_t>(group.rank())] = result.value_or(CommCheckResult());
            return result.status();
        });
        FIRSTLIGHT_VERIFY_OK(statuses[0]);
        for (const CommCheckResult& result : results) {
            QVERIFY(!result.passed);
            QCOMPARE(text(result.verdict), QString("all_reduce of 300000 bytes gave a wrong result."));
        }
    }

    void aRankThatIsNotThereEndsTheCheck()
    {
        const auto statuses =
            runRanks(Transport::kInMemory, "", 2,
                     [](Communicator& group) {
                         return group.rank() == 1 ? absl::OkStatus() : runCommCheck(group, quick()).status();
                     },
                     {std::chrono::milliseconds(100)});
        FIRSTLIGHT_COMPARE_REASON(statuses[0], reasons::kCollectiveTimeout);
    }
};

QTEST_GUILESS_MAIN(TestCommCheck)
#include "tst_comm_check.moc"
