#include "tests/backend/collective/rank_threads.h"
#include "tests/support/forked_process.h"
#include "tests/support/status_check.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <set>
#include <unistd.h>

using namespace firstlight;
using namespace firstlight::test;
using collective::Communicator;
using collective::ReduceOp;
using std::chrono::milliseconds;

namespace {

collective::GroupOptions withTimeout(milliseconds timeout)
{
    return {timeout};
}

// What a forked rank tells the test: the reason and the detail of the failure that it met.
struct Told {
    char reason[40] = {};
    char detail[200] = {};
};

void tell(int pipe, const absl::Status& status)
{
    Told told;
    std::snprintf(told.reason, sizeof told.reason, "%s", reasonOf(status).c_str());
    std::snprintf(told.detail, sizeof told.detail, "%s", std::string(status.message()).c_str());
    [[maybe_unused]] const ssize_t written = ::write(pipe, &told, sizeof told);
}

absl::Status reduceForever(Communicator& group)
{
    std::vector<float> values(1000, 1.0F);
    for (;;) {
        FIRSTLIGHT_RETURN_IF_ERROR(group.allReduce(values, ReduceOp::kSum));
    }
}

} // namespace

class TestFailures : public QObject
{
    Q_OBJECT

    // Forks `size` ranks that run `body`, lets `disturb` act once all are connected, and returns what each told.
    std::vector<Told> runForked(int size, const RankBody& body, const std::set<int>& silent,
                                const std::function<void(std::vector<std::unique_ptr<ForkedProcess>>&)>& disturb)
    {
        QTemporaryDir directory;
        int connected[2];
        std::vector<std::array<int, 2>> pipes(size);
        std::vector<std::unique_ptr<ForkedProcess>> processes;
        [[maybe_unused]] const int made = ::pipe(connected);
        for (int rank = 0; rank < size; ++rank) {
            [[maybe_unused]] const int pipeMade = ::pipe(pipes[rank].data());
            processes.push_back(std::make_unique<ForkedProcess>([&, rank] {
                auto group = collective::connectGroup(directory.path().toStdString(), "group", rank, size);
                const char mark = 'c';
                [[maybe_unused]] const ssize_t written = ::write(connected[1], &mark, 1);
                tell(pipes[rank][1], group.ok() ? body(**group) : group.status());
                return 0;
            }));
        }
        char marks[64];
        for (ssize_t seen = 0; seen < size;) {
            seen += ::read(connected[0], marks, sizeof marks);
        }
        disturb(processes);
        std::vector<Told> told(size);
        for (int rank = 0; rank < size; ++rank) {
            if (!silent.contains(rank)) {
                [[maybe_unused]] const ssize_t count = ::read(pipes[rank][0], &told[rank], sizeof(Told));
            }
        }
        return told;
    }

private slots:
    void aKilledRankIsNamedByTheOthers_data()
    {
        QTest::addColumn<int>("victim");
        QTest::addRow("rank 0") << 0;
        QTest::addRow("rank 2") << 2;
    }
    void aKilledRankIsNamedByTheOthers()
    {
        QFETCH(int, victim);
        QElapsedTimer timer;
        const auto told = runForked(4, reduceForever, {victim}, [&](auto& processes) {
            timer.start();
            processes[victim]->signal(SIGKILL);
        });
        // Far below the operation's timeout of 20 s: the end of the process is noticed, not waited for.
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
        const QByteArray name = "rank " + QByteArray::number(victim) + " of group ended";
        for (int rank = 0; rank < 4; ++rank) {
            if (rank != victim) {
                QCOMPARE(QByteArray(told[rank].reason), QByteArray("ABORTED"));
                QVERIFY2(QByteArray(told[rank].detail).contains(name), told[rank].detail);
            }
        }
    }

    void idleFollowersNoticeThatTheirRootIsDead()
    {
        const RankBody body = [](Communicator& group) {
            std::vector<std::byte> message;
            if (group.rank() == 0) {
                for (;;) {
                    ::pause();
                }
            }
            return group.broadcastMessage(message, 0);
        };
        QElapsedTimer timer;
        const auto told = runForked(3, body, {0}, [&](auto& processes) {
            timer.start();
            processes[0]->signal(SIGKILL);
        });
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY2(QByteArray(told[1].detail).contains("rank 0 of group ended"), told[1].detail);
        QVERIFY2(QByteArray(told[2].detail).contains("rank 0 of group ended"), told[2].detail);
    }

    void followersWaitForTheirRootLongerThanTheTimeout()
    {
        std::atomic<bool> otherWaited{false};
        const RankBody body = [&](Communicator& group) -> absl::Status {
            std::vector<std::byte> message;
            if (group.rank() == 0) {
                // A receive that nobody answers takes one whole timeout of another group.
                auto clock = collective::makeInMemoryGroup("clock", 2, withTimeout(milliseconds(300)));
                std::byte nothing{};
                otherWaited = reasonOf(clock[0]->receive({&nothing, 1}, 1)) == "COLLECTIVE_TIMEOUT";
                message.resize(5);
            }
            return group.broadcastMessage(message, 0);
        };
        const auto results = runRanks(Transport::kInMemory, "", 2, body, withTimeout(milliseconds(100)));
        QVERIFY(otherWaited);
        FIRSTLIGHT_VERIFY_OK(results[0]);
        FIRSTLIGHT_VERIFY_OK(results[1]);
    }

    void aRankThatDoesNotComeIsNamed()
    {
        const auto results = runRanks(
            Transport::kInMemory, "", 3,
            [](Communicator& group) {
                std::vector<float> values(10);
                return group.rank() == 1 ? absl::OkStatus() : group.allReduce(values, ReduceOp::kSum);
            },
            withTimeout(milliseconds(150)));
        FIRSTLIGHT_VERIFY_OK(results[1]);
        int named = 0;
        for (const int rank : {0, 2}) {
            // One times out first; the other may learn of it through the abort.
            if (reasonOf(results[rank]) == "COLLECTIVE_TIMEOUT") {
                QCOMPARE(text(argumentOf(results[rank], "missing")), QString("1"));
                QCOMPARE(text(argumentOf(results[rank], "operation")), QString("all_reduce"));
                QCOMPARE(text(argumentOf(results[rank], "communicator")), QString("group"));
                ++named;
            } else {
                FIRSTLIGHT_COMPARE_REASON(results[rank], reasons::kAborted);
                QVERIFY(text(argumentOf(results[rank], "detail")).contains("missing: rank 1"));
            }
        }
        QVERIFY(named > 0);
    }

    void aMissingSenderIsNamed()
    {
        auto group = collective::makeInMemoryGroup("pp0", 2, withTimeout(milliseconds(50)));
        std::byte data{};
        const absl::Status status = group[1]->receive({&data, 1}, 0);
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kCollectiveTimeout);
        QCOMPARE(text(argumentOf(status, "missing")), QString("0"));
        // The group is over for the sender too.
        FIRSTLIGHT_COMPARE_REASON(group[0]->send({&data, 1}, 1), reasons::kAborted);
    }

    void disagreementIsFoundAndTold_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("detail");
        QTest::addRow("operation") << 0 << "broadcast";
        QTest::addRow("bytes") << 1 << "44 bytes";
        QTest::addRow("reduction") << 2 << "(max)";
        QTest::addRow("root") << 3 << "from rank 1";
        QTest::addRow("send and receive") << 4 << "receives 8";
    }
    void disagreementIsFoundAndTold()
    {
        QFETCH(int, kind);
        QFETCH(QString, detail);
        const RankBody body = [kind](Communicator& group) {
            std::vector<float> values(10);
            std::vector<std::byte> data(40);
            const bool odd = group.rank() == 1;
            switch (kind) {
            case 0:
                return odd ? group.broadcast(data, 0) : group.allReduce(values, ReduceOp::kSum);
            case 1:
                values.resize(odd ? 11 : 10);
                return group.allReduce(values, ReduceOp::kSum);
            case 2:
                return group.allReduce(values, odd ? ReduceOp::kMax : ReduceOp::kSum);
            case 3:
                return group.broadcast(data, odd ? 1 : 0);
            default:
                if (!odd) {
                    FIRSTLIGHT_RETURN_IF_ERROR(group.send(data, 1));
                    return group.barrier();
                }
                return group.receive(std::span(data).first(8), 0);
            }
        };
        for (const Transport transport : {Transport::kInMemory, Transport::kSharedMemory}) {
            QTemporaryDir directory;
            const auto results = runRanks(transport, directory.path().toStdString(), 2, body);
            for (const absl::Status& result : results) {
                FIRSTLIGHT_COMPARE_REASON(result, reasons::kCollectiveMismatch);
                QVERIFY2(text(argumentOf(result, "detail")).contains(detail), result.ToString().c_str());
            }
        }
    }

    void abortEndsEveryWait_data()
    {
        QTest::addColumn<int>("operation");
        QTest::addRow("barrier") << 0;
        QTest::addRow("receive") << 1;
        QTest::addRow("idle in broadcast message") << 2;
    }
    void abortEndsEveryWait()
    {
        QFETCH(int, operation);
        auto group = collective::makeInMemoryGroup("group", 3);
        const auto wait = [operation](Communicator& member) {
            std::byte data{};
            std::vector<std::byte> message;
            switch (operation) {
            case 0:
                return member.barrier();
            case 1:
                return member.receive({&data, 1}, 0);
            default:
                return member.broadcastMessage(message, 0);
            }
        };
        std::vector<absl::Status> results(3);
        std::thread first([&] { results[1] = wait(*group[1]); });
        std::thread second([&] { results[2] = wait(*group[2]); });
        QTRY_VERIFY(group[1]->progress().lastEntered == 1 && group[2]->progress().lastEntered == 1);
        group[0]->abort("the operator said so");
        first.join();
        second.join();
        results[0] = group[0]->barrier();
        for (const absl::Status& result : results) {
            FIRSTLIGHT_COMPARE_REASON(result, reasons::kAborted);
            QCOMPARE(text(argumentOf(result, "detail")), QString("the operator said so"));
        }
        // The first reason stays.
        group[1]->abort("something later");
        QCOMPARE(text(argumentOf(group[0]->barrier(), "detail")), QString("the operator said so"));
    }

    void moreRanksThanProcessorsDoNotLiveLock()
    {
        const RankBody body = [](Communicator& group) -> absl::Status {
            std::vector<float> values(64, 1.0F);
            for (int round = 0; round < 500; ++round) {
                FIRSTLIGHT_RETURN_IF_ERROR(group.allReduce(values, ReduceOp::kMax));
            }
            return absl::OkStatus();
        };
        QTemporaryDir directory;
        for (const absl::Status& result : runRanks(Transport::kSharedMemory, directory.path().toStdString(), 8, body)) {
            FIRSTLIGHT_VERIFY_OK(result);
        }
    }

    void aStoppedProcessIsMissingNotDead()
    {
        // SIGSTOP leaves the process alive: only the timeout can tell.
        const RankBody body = [](Communicator& group) -> absl::Status {
            if (group.rank() == 1) {
                ::raise(SIGSTOP);
            }
            return group.barrier();
        };
        QTemporaryDir directory;
        int pipe[2];
        QCOMPARE(::pipe(pipe), 0);
        ForkedProcess stopped([&] {
            auto group = collective::connectGroup(directory.path().toStdString(), "group", 1, 2);
            return group.ok() && body(**group).ok() ? 0 : 1;
        });
        collective::RendezvousOptions options;
        options.group.operationTimeout = milliseconds(400);
        auto group = collective::connectGroup(directory.path().toStdString(), "group", 0, 2, options);
        FIRSTLIGHT_VERIFY_OK(group.status());
        const absl::Status status = body(**group);
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kCollectiveTimeout);
        QCOMPARE(text(argumentOf(status, "missing")), QString("1"));
    }
};

QTEST_GUILESS_MAIN(TestFailures)
#include "tst_failures.moc"
