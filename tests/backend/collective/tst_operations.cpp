#include "tests/backend/collective/rank_threads.h"
#include "tests/support/status_check.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <numeric>

using namespace firstlight;
using namespace firstlight::test;
using collective::Communicator;
using collective::ReduceOp;

namespace {

// Different on every rank, and sums that depend on the order of addition.
std::vector<float> contribution(int rank, std::size_t count)
{
    std::vector<float> values(count);
    for (std::size_t index = 0; index < count; ++index) {
        values[index] = 1.0F / static_cast<float>(1 + index % 1000 + 7 * rank) * (rank % 2 == 0 ? 1e4F : -0.3F);
    }
    return values;
}

std::vector<float> expectedReduction(int size, std::size_t count, ReduceOp op)
{
    std::vector<float> result = contribution(0, count);
    for (int rank = 1; rank < size; ++rank) {
        const std::vector<float> values = contribution(rank, count);
        for (std::size_t index = 0; index < count; ++index) {
            result[index] =
                op == ReduceOp::kSum ? result[index] + values[index] : std::max(result[index], values[index]);
        }
    }
    return result;
}

std::byte patternAt(int rank, std::size_t index)
{
    return static_cast<std::byte>((index * 31 + index / 251 + rank * 17 + 5) & 0xFF);
}

std::vector<std::byte> pattern(int rank, std::size_t count)
{
    std::vector<std::byte> bytes(count);
    for (std::size_t index = 0; index < count; ++index) {
        bytes[index] = patternAt(rank, index);
    }
    return bytes;
}

absl::Status expect(bool condition, const char* what)
{
    return condition ? absl::OkStatus() : absl::InternalError(what);
}

} // namespace

class TestOperations : public QObject
{
    Q_OBJECT

    void addTransportsAndSizes()
    {
        QTest::addColumn<int>("transport");
        QTest::addColumn<int>("size");
        for (const int size : {1, 2, 3, 4}) {
            QTest::addRow("in memory, %d ranks", size) << static_cast<int>(Transport::kInMemory) << size;
            QTest::addRow("shared memory, %d ranks", size) << static_cast<int>(Transport::kSharedMemory) << size;
        }
    }

    void runEverywhere(const RankBody& body)
    {
        QFETCH(int, transport);
        QFETCH(int, size);
        QTemporaryDir directory;
        const auto results = runRanks(static_cast<Transport>(transport), directory.path().toStdString(), size, body);
        for (const absl::Status& result : results) {
            FIRSTLIGHT_VERIFY_OK(result);
        }
    }

private slots:
    void allReduceGivesTheSumInRankOrder_data() { addTransportsAndSizes(); }
    void allReduceGivesTheSumInRankOrder()
    {
        runEverywhere([](Communicator& group) {
            for (const std::size_t count : {0, 1, 7, 4096, 16384, 16385, 65536, 65537, 300'001}) {
                for (const ReduceOp op : {ReduceOp::kSum, ReduceOp::kMax}) {
                    std::vector<float> values = contribution(group.rank(), count);
                    FIRSTLIGHT_RETURN_IF_ERROR(group.allReduce(values, op));
                    FIRSTLIGHT_RETURN_IF_ERROR(
                        expect(values == expectedReduction(group.size(), count, op), "wrong reduction"));
                }
            }
            return absl::OkStatus();
        });
    }

    void allGatherKeepsRankOrder_data() { addTransportsAndSizes(); }
    void allGatherKeepsRankOrder()
    {
        runEverywhere([](Communicator& group) {
            for (const std::size_t count : {0, 1, 1000, 262'144, 262'145, 700'003}) {
                const std::vector<std::byte> input = pattern(group.rank(), count);
                std::vector<std::byte> output(count * group.size());
                FIRSTLIGHT_RETURN_IF_ERROR(group.allGather(input, output));
                for (int rank = 0; rank < group.size(); ++rank) {
                    const auto part = std::span(output).subspan(rank * count, count);
                    FIRSTLIGHT_RETURN_IF_ERROR(expect(std::ranges::equal(part, pattern(rank, count)), "wrong part"));
                }
            }
            return absl::OkStatus();
        });
    }

    void broadcastComesFromEveryRoot_data() { addTransportsAndSizes(); }
    void broadcastComesFromEveryRoot()
    {
        runEverywhere([](Communicator& group) {
            for (int root = 0; root < group.size(); ++root) {
                for (const std::size_t count : {0, 3, 262'144, 600'001}) {
                    std::vector<std::byte> data = pattern(group.rank(), count);
                    FIRSTLIGHT_RETURN_IF_ERROR(group.broadcast(data, root));
                    FIRSTLIGHT_RETURN_IF_ERROR(expect(data == pattern(root, count), "not the root's data"));
                }
            }
            return absl::OkStatus();
        });
    }

    void messagesTellTheirSize_data() { addTransportsAndSizes(); }
    void messagesTellTheirSize()
    {
        runEverywhere([](Communicator& group) {
            for (const std::size_t count : {0, 1, 262'136, 262'137, 1'000'000}) {
                const int root = group.size() - 1;
                std::vector<std::byte> message;
                if (group.rank() == root) {
                    message = pattern(root, count);
                }
                FIRSTLIGHT_RETURN_IF_ERROR(group.broadcastMessage(message, root));
                FIRSTLIGHT_RETURN_IF_ERROR(expect(message == pattern(root, count), "not the root's message"));
            }
            return absl::OkStatus();
        });
    }

    void sendReachesTheReceiver_data() { addTransportsAndSizes(); }
    void sendReachesTheReceiver()
    {
        runEverywhere([](Communicator& group) {
            const int next = (group.rank() + 1) % group.size();
            const int previous = (group.rank() + group.size() - 1) % group.size();
            for (const std::size_t count : {0, 8, 131'072, 131'073, 260'000}) {
                std::vector<std::byte> received(count);
                if (group.size() == 1) {
                    break;
                }
                // All send first: a message up to the pipe's size does not need its receiver.
                FIRSTLIGHT_RETURN_IF_ERROR(group.send(pattern(group.rank(), count), next));
                FIRSTLIGHT_RETURN_IF_ERROR(group.receive(received, previous));
                FIRSTLIGHT_RETURN_IF_ERROR(expect(received == pattern(previous, count), "wrong message"));
            }
            return absl::OkStatus();
        });
    }

    void longSendsAreStreamed()
    {
        const auto results = runRanks(Transport::kInMemory, "", 2, [](Communicator& group) {
            std::vector<std::byte> data = pattern(0, 5'000'000);
            if (group.rank() == 0) {
                return group.send(data, 1);
            }
            std::vector<std::byte> received(data.size());
            FIRSTLIGHT_RETURN_IF_ERROR(group.receive(received, 0));
            return expect(received == data, "wrong message");
        });
        FIRSTLIGHT_VERIFY_OK(results[0]);
        FIRSTLIGHT_VERIFY_OK(results[1]);
    }

    void nobodyLeavesABarrierEarly_data() { addTransportsAndSizes(); }
    void nobodyLeavesABarrierEarly()
    {
        std::atomic<int> entered{0};
        runEverywhere([&entered](Communicator& group) {
            for (int round = 1; round <= 200; ++round) {
                entered.fetch_add(1);
                FIRSTLIGHT_RETURN_IF_ERROR(group.barrier());
                FIRSTLIGHT_RETURN_IF_ERROR(expect(entered.load() >= round * group.size(), "left early"));
            }
            return absl::OkStatus();
        });
    }

    void mixedOperationsKeepTheirOrder_data() { addTransportsAndSizes(); }
    void mixedOperationsKeepTheirOrder()
    {
        runEverywhere([](Communicator& group) {
            for (int round = 0; round < 300; ++round) {
                std::vector<float> values(1 + round % 50, 1.0F);
                FIRSTLIGHT_RETURN_IF_ERROR(group.allReduce(values, ReduceOp::kSum));
                FIRSTLIGHT_RETURN_IF_ERROR(expect(values.back() == static_cast<float>(group.size()), "wrong sum"));
                std::vector<std::byte> message;
                if (group.rank() == 0) {
                    message = pattern(round, round);
                }
                FIRSTLIGHT_RETURN_IF_ERROR(group.broadcastMessage(message, 0));
                FIRSTLIGHT_RETURN_IF_ERROR(expect(message == pattern(round, round), "wrong message"));
            }
            return absl::OkStatus();
        });
    }

    void countersAndProgressFollow()
    {
        runRanks(Transport::kInMemory, "", 2, [](Communicator& group) {
            std::vector<float> values(100);
            for (int round = 0; round < 3; ++round) {
                FIRSTLIGHT_RETURN_IF_ERROR(group.allReduce(values, ReduceOp::kSum));
            }
            return group.barrier();
        });
        auto group = collective::makeInMemoryGroup("solo", 1);
        std::vector<float> values(10);
        FIRSTLIGHT_VERIFY_OK(group[0]->allReduce(values, ReduceOp::kSum));
        FIRSTLIGHT_VERIFY_OK(group[0]->allReduce(values, ReduceOp::kSum));
        FIRSTLIGHT_VERIFY_OK(group[0]->barrier());
        const auto counters = group[0]->counters();
        QCOMPARE(counters.size(), std::size_t(2));
        QCOMPARE(text(counters[0].operation), QString("all_reduce"));
        QCOMPARE(counters[0].count, 2);
        QCOMPARE(counters[0].totalBytes, 80);
        QCOMPARE(text(counters[1].operation), QString("barrier"));
        const collective::Progress progress = group[0]->progress();
        QCOMPARE(progress.lastEntered, 3);
        QCOMPARE(progress.lastCompleted, 3);
        QVERIFY(progress.currentOperation.empty());
    }
};

QTEST_GUILESS_MAIN(TestOperations)
#include "tst_operations.moc"
