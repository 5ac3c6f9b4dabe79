#include "tests/backend/collective/rank_threads.h"
#include "tests/support/forked_process.h"
#include "tests/support/status_check.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace firstlight;
using namespace firstlight::test;
using collective::connectGroup;
using collective::RendezvousOptions;
using std::chrono::milliseconds;

namespace {

RendezvousOptions within(milliseconds timeout)
{
    RendezvousOptions options;
    options.timeout = timeout;
    return options;
}

} // namespace

class TestRendezvous : public QObject
{
    Q_OBJECT

    std::future<absl::Status> come(const QTemporaryDir& directory, int rank, int size, const RendezvousOptions& options)
    {
        return std::async(std::launch::async, [path = directory.path().toStdString(), rank, size, options] {
            return connectGroup(path, "group", rank, size, options).status();
        });
    }

private slots:
    void theMissingRanksAreNamedToAll()
    {
        QTemporaryDir directory;
        auto second = come(directory, 1, 4, within(milliseconds(5000)));
        auto first = come(directory, 0, 4, within(milliseconds(200)));
        for (const absl::Status& status : {first.get(), second.get()}) {
            FIRSTLIGHT_COMPARE_REASON(status, reasons::kRankMissing);
            QCOMPARE(text(argumentOf(status, "rank")), QString("2, 3"));
        }
    }

    void aMissingRankZeroIsNamed()
    {
        QTemporaryDir directory;
        const absl::Status status = come(directory, 1, 2, within(milliseconds(100))).get();
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kRankMissing);
        QCOMPARE(text(argumentOf(status, "rank")), QString("0"));
        QCOMPARE(text(argumentOf(status, "seconds")), QString("0.1"));
    }

    void aSecondClaimantIsRefusedAndTheFirstIsNotDisturbed()
    {
        QTemporaryDir directory;
        auto host = come(directory, 0, 3, {});
        auto first = come(directory, 1, 3, {});
        // Whichever of the two claims comes second is refused; the other one is let in with rank 2.
        auto second = come(directory, 1, 3, {});
        QTRY_VERIFY(first.wait_for(milliseconds(0)) == std::future_status::ready ||
                    second.wait_for(milliseconds(0)) == std::future_status::ready);
        const bool firstRefused = first.wait_for(milliseconds(0)) == std::future_status::ready;
        FIRSTLIGHT_COMPARE_REASON(firstRefused ? first.get() : second.get(), reasons::kCollectiveMismatch);
        auto last = come(directory, 2, 3, {});
        FIRSTLIGHT_VERIFY_OK(host.get());
        FIRSTLIGHT_VERIFY_OK(last.get());
        FIRSTLIGHT_VERIFY_OK(firstRefused ? second.get() : first.get());
    }

    void differentWorldSizesAreRefused()
    {
        QTemporaryDir directory;
        auto host = come(directory, 0, 2, within(milliseconds(1500)));
        const absl::Status status = come(directory, 1, 3, {}).get();
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kCollectiveMismatch);
        QVERIFY(text(argumentOf(status, "detail")).contains("expects 3 ranks"));
        FIRSTLIGHT_VERIFY_OK(come(directory, 1, 2, {}).get());
        FIRSTLIGHT_VERIFY_OK(host.get());
    }

    void aStopRequestEndsTheWait()
    {
        QTemporaryDir directory;
        std::stop_source source;
        RendezvousOptions options;
        options.timeout = std::chrono::minutes(5);
        options.stop = source.get_token();
        auto host = come(directory, 0, 3, options);
        auto member = come(directory, 1, 3, options);
        source.request_stop();
        FIRSTLIGHT_COMPARE_REASON(host.get(), reasons::kAborted);
        FIRSTLIGHT_COMPARE_REASON(member.get(), reasons::kAborted);
    }

    void aSocketLeftBehindIsReplaced()
    {
        QTemporaryDir directory;
        { // a process that dies while it waits leaves its socket in the folder
            ForkedProcess dying(
                [&] { return connectGroup(directory.path().toStdString(), "group", 0, 2).ok() ? 0 : 1; });
            QTRY_VERIFY(QFile::exists(directory.filePath("group.sock")));
        }
        QVERIFY(QFile::exists(directory.filePath("group.sock")));
        auto member = come(directory, 1, 2, {});
        auto host = come(directory, 0, 2, {});
        FIRSTLIGHT_VERIFY_OK(host.get());
        FIRSTLIGHT_VERIFY_OK(member.get());
        QVERIFY(QDir(directory.path()).entryList(QDir::System | QDir::NoDotAndDotDot).isEmpty());
    }

    void impossibleRanksAreRefused()
    {
        FIRSTLIGHT_COMPARE_REASON(connectGroup("/nowhere", "group", 2, 2).status(), reasons::kCollectiveMismatch);
        FIRSTLIGHT_COMPARE_REASON(connectGroup("/nowhere", "group", 0, 65).status(), reasons::kCollectiveMismatch);
        FIRSTLIGHT_COMPARE_REASON(connectGroup("/nowhere", "group", 0, 2).status(), reasons::kAddressInUse);
        FIRSTLIGHT_VERIFY_OK(connectGroup("/nowhere", "group", 0, 1).status());
    }

    void descriptorsAreNotLeaked()
    {
        const auto openCount = [] { return QDir("/proc/self/fd").entryList(QDir::System | QDir::Files).size(); };
        const auto before = openCount();
        for (int round = 0; round < 3; ++round) {
            QTemporaryDir directory;
            const auto results = runRanks(Transport::kSharedMemory, directory.path().toStdString(), 3,
                                          [](collective::Communicator& group) { return group.barrier(); });
            FIRSTLIGHT_VERIFY_OK(results[2]);
        }
        QCOMPARE(openCount(), before);
    }
};

QTEST_GUILESS_MAIN(TestRendezvous)
#include "tst_rendezvous.moc"
