// Processes die or stop answering: each ends in bounded time with one sentence that names what, where and what next,
// and a later start works.
#include "tests/support/private_cluster.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonArray>
#include <QProcess>
#include <QtTest>

#include <csignal>

using namespace firstlight::test;

namespace {

constexpr int kDetectMs = 10'000; // generous: the machine may be busy; the product's own bound is about a second

void killNow(qint64 pid, int signal = SIGKILL)
{
    QVERIFY(pid > 0);
    QCOMPARE(::kill(pid_t(pid), signal), 0);
}

QStringList sharedMemory()
{
    return QDir(QStringLiteral("/dev/shm"))
        .entryList({QStringLiteral("*irstlight*"), QStringLiteral("fl-*"), QStringLiteral("fl_*")},
                   QDir::Files | QDir::System);
}

// Waits until `status` reports a failed deployment and returns its text.
CtlResult failedStatus(const PrivateCluster& cluster)
{
    CtlResult status;
    waitFor(
        [&] {
            status = cluster.ctl({QStringLiteral("status")});
            return status.out.contains(QLatin1String("failed"), Qt::CaseInsensitive);
        },
        kDetectMs);
    return status;
}

// After everything was taken down, nothing of it is left: no process, no socket, no shared memory with a name.
void verifyNothingIsLeft(const PrivateCluster& cluster, const QStringList& sharedMemoryBefore)
{
    QVERIFY(cluster.ctl({QStringLiteral("down")}).exitCode == 0);
    QVERIFY(cluster.waitUntilAllGone(kDetectMs));
    QStringList sockets;
    QDirIterator entries(cluster.runtimeDirectory(), {QStringLiteral("*.sock")}, QDir::System | QDir::Files,
                         QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        sockets.append(entries.next());
    }
    QVERIFY2(sockets.isEmpty(), sockets.join(QLatin1Char(' ')).toUtf8());
    QCOMPARE(sharedMemory(), sharedMemoryBefore);
}

void verifyLaterStartWorks(const PrivateCluster& cluster)
{
    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(up.exitCode == 0, up.described());
    const auto chat = cluster.ctl({QStringLiteral("chat"), QStringLiteral("--greedy"), QStringLiteral("hello")});
    QVERIFY2(chat.exitCode == 0, chat.described());
}

} // namespace

class TestFaultsProcesses : public QObject
{
    Q_OBJECT

private slots:
    void killedWorkerIsNamed();
    void killedWorkerDuringTheLaunchIsNamed();
    void killedWorkerEndsTheAnswer();
    void killedAgentIsNamed();
    void killedControllerTakesEverythingDown();
    void stoppedWorkerIsFound();
    void stoppedAgentIsFound();
    void stoppedControllerIsNamedAndCanBeEnded();
    void portInUse();
    void secondControllerIsRefused();
};

void TestFaultsProcesses::killedWorkerIsNamed()
{
    const QStringList sharedMemoryBefore = sharedMemory();
    PrivateCluster cluster;
    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(up.exitCode == 0, up.described());
    killNow(cluster.worker(1));
    const auto status = failedStatus(cluster);
    QVERIFY2(status.out.contains(QLatin1String("Rank 1")), status.described());
    QVERIFY2(status.out.contains(QLatin1String("signal 9")), status.described());
    QVERIFY(waitFor([&] { return cluster.processes(QStringLiteral("firstlight-worker")).isEmpty(); }, kDetectMs));
    verifyLaterStartWorks(cluster);
    verifyNothingIsLeft(cluster, sharedMemoryBefore);
}

void TestFaultsProcesses::killedWorkerDuringTheLaunchIsNamed()
{
    const QStringList sharedMemoryBefore = sharedMemory();
    PrivateCluster cluster;
    QProcess up;
    up.setProcessEnvironment(cluster.environment());
    up.start(QStringLiteral(FIRSTLIGHT_BIN_DIR "/firstlightctl"),
             {QStringLiteral("up"), demoCheckpoint(), QStringLiteral("--tp"), QStringLiteral("2"),
              QStringLiteral("--wait")});
    QVERIFY(waitFor([&] { return cluster.worker(1) > 0; }, kDetectMs));
    killNow(cluster.worker(1));
    QVERIFY(up.waitForFinished(kDetectMs));
    QCOMPARE(up.exitCode(), 1);
    const QByteArray error = up.readAllStandardError();
    // The agent may still have been starting it.
    QVERIFY2(error.contains("Rank 1") || error.contains("firstlight-worker"), error);
    QVERIFY2(error.contains("signal 9"), error);
    QVERIFY(waitFor([&] { return cluster.processes(QStringLiteral("firstlight-worker")).isEmpty(); }, kDetectMs));
    verifyLaterStartWorks(cluster);
    verifyNothingIsLeft(cluster, sharedMemoryBefore);
}

void TestFaultsProcesses::killedWorkerEndsTheAnswer()
{
    const QStringList sharedMemoryBefore = sharedMemory();
    PrivateCluster cluster;
    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(up.exitCode == 0, up.described());

    // Stopped first, so that the question is surely still open when the rank dies.
    killNow(cluster.worker(1), SIGSTOP);
    QProcess chat;
    chat.setProcessEnvironment(cluster.environment());
    chat.start(QStringLiteral(FIRSTLIGHT_BIN_DIR "/firstlightctl"),
               {QStringLiteral("chat"), QStringLiteral("--greedy"), QStringLiteral("Tell me about yourself")});
    QVERIFY(chat.waitForStarted());
    QVERIFY(!chat.waitForFinished(500));
    killNow(cluster.worker(1));
    QVERIFY(chat.waitForFinished(kDetectMs));
    QCOMPARE(chat.exitCode(), 1);
    const QString error = QString::fromUtf8(chat.readAllStandardError());
    QVERIFY2(error.contains(QLatin1String("Rank 1")), error.toUtf8());
    QVERIFY2(failedStatus(cluster).out.contains(QLatin1String("Rank 1")), "the first cause is kept");
    verifyLaterStartWorks(cluster);
    verifyNothingIsLeft(cluster, sharedMemoryBefore);
}

void TestFaultsProcesses::killedAgentIsNamed()
{
    const QStringList sharedMemoryBefore = sharedMemory();
    PrivateCluster cluster;
    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(up.exitCode == 0, up.described());
    killNow(cluster.agent(QStringLiteral("node-2")));
    const auto status = failedStatus(cluster);
    QVERIFY2(status.out.contains(QLatin1String("node-2")), status.described());
    QVERIFY(waitFor([&] { return cluster.processes(QStringLiteral("firstlight-worker")).isEmpty(); }, kDetectMs));
    verifyLaterStartWorks(cluster);
    verifyNothingIsLeft(cluster, sharedMemoryBefore);
}

void TestFaultsProcesses::killedControllerTakesEverythingDown()
{
    const QStringList sharedMemoryBefore = sharedMemory();
    PrivateCluster cluster;
    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(up.exitCode == 0, up.described());
    killNow(cluster.controller());
    QVERIFY(cluster.waitUntilAllGone(kDetectMs));
    const auto status = cluster.ctl({QStringLiteral("status")});
    QVERIFY2(status.exitCode == 3 && status.err.contains(QLatin1String("controller")), status.described());
    verifyLaterStartWorks(cluster);
    verifyNothingIsLeft(cluster, sharedMemoryBefore);
}

void TestFaultsProcesses::stoppedWorkerIsFound()
{
    const QStringList sharedMemoryBefore = sharedMemory();
    PrivateCluster cluster;
    cluster.setEnvironment(QStringLiteral("FIRSTLIGHT_STUCK_SECONDS"), QStringLiteral("2"));
    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(up.exitCode == 0, up.described());
    killNow(cluster.worker(1), SIGSTOP);
    const auto status = failedStatus(cluster);
    QVERIFY2(status.out.contains(QLatin1String("Rank 1")) && status.out.contains(QLatin1String("not answered")),
             status.described());
    QVERIFY(waitFor([&] { return cluster.processes(QStringLiteral("firstlight-worker")).isEmpty(); }, kDetectMs));
    verifyLaterStartWorks(cluster);
    verifyNothingIsLeft(cluster, sharedMemoryBefore);
}

void TestFaultsProcesses::stoppedAgentIsFound()
{
    const QStringList sharedMemoryBefore = sharedMemory();
    PrivateCluster cluster;
    cluster.setEnvironment(QStringLiteral("FIRSTLIGHT_STUCK_SECONDS"), QStringLiteral("3"));
    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(up.exitCode == 0, up.described());
    killNow(cluster.agent(QStringLiteral("node-2")), SIGSTOP);
    const auto status = failedStatus(cluster);
    QVERIFY2(status.out.contains(QLatin1String("node-2")) && status.out.contains(QLatin1String("not answered")),
             status.described());
    QVERIFY(waitFor([&] { return cluster.processes(QStringLiteral("firstlight-worker")).isEmpty(); }, kDetectMs));
    verifyLaterStartWorks(cluster);
    verifyNothingIsLeft(cluster, sharedMemoryBefore);
}

void TestFaultsProcesses::stoppedControllerIsNamedAndCanBeEnded()
{
    const QStringList sharedMemoryBefore = sharedMemory();
    PrivateCluster cluster;
    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(up.exitCode == 0, up.described());
    const QString pid = QString::number(cluster.controller());
    killNow(cluster.controller(), SIGSTOP);
    for (const char* command : {"status", "down"}) {
        const auto refused = cluster.ctl({QString::fromLatin1(command)});
        QVERIFY2(refused.exitCode == 4 && refused.err.contains(QLatin1String("kill -CONT ") + pid),
                 refused.described());
    }
    const auto other = cluster.up(demoCheckpoint(), {});
    QVERIFY2(other.exitCode == 4 && other.err.contains(QLatin1String("is stopped")), other.described());
    const auto forced = cluster.ctl({QStringLiteral("down"), QStringLiteral("--force")});
    QVERIFY2(forced.exitCode == 0, forced.described());
    QVERIFY(cluster.waitUntilAllGone(kDetectMs));
    QCOMPARE(cluster.ctl({QStringLiteral("down"), QStringLiteral("--force")}).exitCode, 3);
    verifyLaterStartWorks(cluster);
    verifyNothingIsLeft(cluster, sharedMemoryBefore);
}

void TestFaultsProcesses::portInUse()
{
    PrivateCluster holder;
    const auto first =
        holder.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("1"), QStringLiteral("--listen"),
                                     QStringLiteral("127.0.0.1:0"), QStringLiteral("--json")});
    QVERIFY2(first.exitCode == 0, first.described());
    const QString address = first.json().value(QLatin1String("listen_address")).toString();
    QVERIFY2(address.startsWith(QLatin1String("127.0.0.1:")), first.described());

    PrivateCluster second;
    const auto refused = second.up(demoCheckpoint(), {QStringLiteral("--listen"), address});
    QVERIFY2(refused.exitCode == 3, refused.described());
    QVERIFY2(refused.err.contains(address) && refused.err.contains(QLatin1String("in use")), refused.described());
    QVERIFY(second.waitUntilAllGone(kDetectMs));
    const auto later = second.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("1")});
    QVERIFY2(later.exitCode == 0, later.described());
}

void TestFaultsProcesses::secondControllerIsRefused()
{
    PrivateCluster cluster;
    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("1")});
    QVERIFY2(up.exitCode == 0, up.described());
    QProcess second;
    second.setProcessEnvironment(cluster.environment());
    second.start(QStringLiteral(FIRSTLIGHT_BIN_DIR "/firstlightd"), {});
    QVERIFY(second.waitForFinished(kDetectMs));
    QCOMPARE(second.exitCode(), 3);
    QVERIFY(second.readAllStandardError().contains("in use"));
    QVERIFY2(cluster.ctl({QStringLiteral("status")}).exitCode == 0, "the first is undisturbed");
}

QTEST_GUILESS_MAIN(TestFaultsProcesses)
#include "tst_faults_processes.moc"
