// firstlightd as a program: how it starts, whom it refuses, how it ends.
#include "tests/support/private_cluster.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QtTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace firstlight::test;

namespace {

constexpr int kTimeoutMs = 20'000;

// Runs firstlightd until its READY line, or to its end.
class Daemon
{
public:
    Daemon(const PrivateCluster& cluster, const QStringList& arguments)
    {
        m_process.setProcessEnvironment(cluster.environment());
        m_process.start(QStringLiteral(FIRSTLIGHT_BIN_DIR "/firstlightd"), arguments);
    }
    ~Daemon()
    {
        m_process.kill();
        m_process.waitForFinished(kTimeoutMs);
    }

    bool waitUntilReady()
    {
        return QTest::qWaitFor(
                   [this] {
                       m_output += m_process.readAllStandardOutput();
                       return m_output.contains('\n') || m_process.state() == QProcess::NotRunning;
                   },
                   kTimeoutMs) &&
               m_output.startsWith("READY ");
    }
    bool waitUntilEnded(int timeoutMs = kTimeoutMs)
    {
        return QTest::qWaitFor([this] { return m_process.state() == QProcess::NotRunning; }, timeoutMs);
    }
    QJsonObject ready() const { return QJsonDocument::fromJson(m_output.mid(6, m_output.indexOf('\n') - 6)).object(); }
    QProcess& process() { return m_process; }

private:
    QProcess m_process;
    QByteArray m_output;
};

// Listens on a loopback port that the kernel chose.
class PortHolder
{
public:
    PortHolder()
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        m_listens = ::bind(m_socket, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(m_socket, 1) == 0 &&
                    ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
        m_port = ntohs(address.sin_port);
    }
    ~PortHolder() { ::close(m_socket); }

    bool listens() const { return m_listens; }
    int port() const { return m_port; }

private:
    int m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool m_listens = false;
    int m_port = 0;
};

QStringList socketsBelow(const QString& directory)
{
    QStringList found;
    QDirIterator entries(directory, {QStringLiteral("*.sock")}, QDir::System | QDir::Files,
                         QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        found.append(entries.next());
    }
    return found;
}

} // namespace

class TestE2eController : public QObject
{
    Q_OBJECT

private slots:
    void itsFilesAreForItsUserOnly();
    void sigtermEndsEverythingInOrder();
    void withTheEndOfStandardInputItEndsWhenAsked();
    void withoutThatItOutlivesItsStarter();
    void aTakenPortIsRefusedByName();
    void otherThanLoopbackIsRefused();
    void wrongUseIsExitCode2();
    void aDamagedStoreIsRefusedUntilDiscarded();
    void itListensWhereItWasToldOnly();
};

void TestE2eController::itsFilesAreForItsUserOnly()
{
    PrivateCluster cluster;
    Daemon daemon(cluster, {});
    QVERIFY(daemon.waitUntilReady());
    const QFileDevice::Permissions others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther |
                                            QFileDevice::WriteOther | QFileDevice::ExeGroup | QFileDevice::ExeOther;
    for (const QString& path : {cluster.runtimeDirectory(), cluster.stateDirectory(),
                                cluster.runtimeDirectory() + QStringLiteral("/controller.json"),
                                cluster.runtimeDirectory() + QStringLiteral("/controller.sock")}) {
        QVERIFY2(QFileInfo::exists(path), qPrintable(path));
        QVERIFY2((QFileInfo(path).permissions() & others) == 0, qPrintable(path));
    }
    const QString token = daemon.ready().value(QLatin1String("token")).toString();
    QCOMPARE(token.size(), 64);
    for (const auto& program : {QStringLiteral("firstlightd"), QStringLiteral("firstlight-agent")}) {
        for (const qint64 pid : cluster.processes(program)) {
            for (const auto& file : {QStringLiteral("cmdline"), QStringLiteral("environ")}) {
                QFile contents(QStringLiteral("/proc/%1/%2").arg(pid).arg(file));
                QVERIFY(contents.open(QIODevice::ReadOnly));
                QVERIFY(!contents.readAll().contains(token.toUtf8()));
            }
        }
    }
}

void TestE2eController::sigtermEndsEverythingInOrder()
{
    PrivateCluster cluster;
    Daemon daemon(cluster, {QStringLiteral("--nodes"), QStringLiteral("1")});
    QVERIFY(daemon.waitUntilReady());
    const auto up = cluster.up(demoCheckpoint());
    QVERIFY2(up.exitCode == 0, up.described());
    QCOMPARE(cluster.processes(QStringLiteral("firstlight-worker")).size(), 1);
    daemon.process().terminate();
    QVERIFY(daemon.waitUntilEnded());
    QCOMPARE(daemon.process().exitStatus(), QProcess::NormalExit);
    QCOMPARE(daemon.process().exitCode(), 0);
    QVERIFY(cluster.waitUntilAllGone(1000)); // they end before it does
    QVERIFY2(socketsBelow(cluster.runtimeDirectory()).isEmpty(),
             qPrintable(socketsBelow(cluster.runtimeDirectory()).join(QLatin1Char(' '))));
    QVERIFY(!QFile::exists(cluster.runtimeDirectory() + QStringLiteral("/controller.json")));
}

void TestE2eController::withTheEndOfStandardInputItEndsWhenAsked()
{
    PrivateCluster cluster;
    Daemon daemon(cluster, {QStringLiteral("--die-with-stdin")});
    QVERIFY(daemon.waitUntilReady());
    daemon.process().closeWriteChannel();
    QVERIFY(daemon.waitUntilEnded());
    QCOMPARE(daemon.process().exitCode(), 0);
    QVERIFY(cluster.waitUntilAllGone(2000));
}

void TestE2eController::withoutThatItOutlivesItsStarter()
{
    PrivateCluster cluster;
    Daemon daemon(cluster, {});
    QVERIFY(daemon.waitUntilReady());
    daemon.process().closeWriteChannel();
    QVERIFY(!daemon.waitUntilEnded(500));
    QCOMPARE(cluster.ctl({QStringLiteral("status")}).exitCode, 0);
    // "up" did not start it, so "down" leaves it alone.
    const auto down = cluster.ctl({QStringLiteral("down"), QStringLiteral("--json")});
    QVERIFY2(down.exitCode == 0, down.described());
    QCOMPARE(down.json().value(QLatin1String("controller_ended")).toBool(true), false);
    QCOMPARE(cluster.ctl({QStringLiteral("status")}).exitCode, 0);
    daemon.process().terminate();
    QVERIFY(daemon.waitUntilEnded());
}

void TestE2eController::aTakenPortIsRefusedByName()
{
    const PortHolder holder;
    QVERIFY(holder.listens());
    const QString address = QStringLiteral("127.0.0.1:%1").arg(holder.port());
    PrivateCluster cluster;
    Daemon daemon(cluster, {QStringLiteral("--listen"), address});
    QVERIFY(!daemon.waitUntilReady());
    QVERIFY(daemon.waitUntilEnded());
    QCOMPARE(daemon.process().exitCode(), 3);
    const QByteArray error = daemon.process().readAllStandardError();
    QVERIFY2(error.contains(address.toUtf8()) && error.contains("in use"), error);
}

void TestE2eController::otherThanLoopbackIsRefused()
{
    for (const auto& address :
         {QStringLiteral("0.0.0.0:0"), QStringLiteral("[::]:0"), QStringLiteral("192.0.2.1:80")}) {
        PrivateCluster cluster;
        Daemon daemon(cluster, {QStringLiteral("--listen"), address});
        QVERIFY(!daemon.waitUntilReady());
        QVERIFY(daemon.waitUntilEnded());
        QCOMPARE(daemon.process().exitCode(), 3);
        const QByteArray error = daemon.process().readAllStandardError();
        QVERIFY2(error.contains("not a loopback address"), error);
    }
}

void TestE2eController::wrongUseIsExitCode2()
{
    PrivateCluster cluster;
    Daemon daemon(cluster, {QStringLiteral("--nodes"), QStringLiteral("many")});
    QVERIFY(daemon.waitUntilEnded());
    QCOMPARE(daemon.process().exitCode(), 2);
    QVERIFY(daemon.process().readAllStandardError().contains("--nodes"));
}

void TestE2eController::aDamagedStoreIsRefusedUntilDiscarded()
{
    PrivateCluster cluster;
    QVERIFY(QDir().mkpath(cluster.stateDirectory()));
    QFile store(cluster.stateDirectory() + QStringLiteral("/firstlight.sqlite"));
    QVERIFY(store.open(QIODevice::WriteOnly));
    store.write(QByteArray(8192, 'x'));
    store.close();
    {
        Daemon daemon(cluster, {});
        QVERIFY(daemon.waitUntilEnded());
        QCOMPARE(daemon.process().exitCode(), 3);
        const QByteArray error = daemon.process().readAllStandardError();
        QVERIFY2(error.contains("firstlight.sqlite") && error.contains("--discard-state"), error);
    }
    Daemon daemon(cluster, {QStringLiteral("--discard-state")});
    QVERIFY(daemon.waitUntilReady());
}

void TestE2eController::itListensWhereItWasToldOnly()
{
    PrivateCluster cluster;
    const auto listeners = [&] {
        QStringList inodes;
        for (const auto& table : {QStringLiteral("/proc/net/tcp"), QStringLiteral("/proc/net/tcp6")}) {
            QFile file(table);
            if (file.open(QIODevice::ReadOnly)) {
                for (const QByteArray& line : file.readAll().split('\n').mid(1)) {
                    const auto fields = line.simplified().split(' ');
                    if (fields.size() > 9 && fields[3] == "0A") { // LISTEN
                        inodes.append(QString::fromLatin1(fields[9]));
                    }
                }
            }
        }
        QStringList ours;
        for (const auto& program :
             {QStringLiteral("firstlightd"), QStringLiteral("firstlight-agent"), QStringLiteral("firstlight-worker")}) {
            for (const qint64 pid : cluster.processes(program)) {
                const QDir descriptors(QStringLiteral("/proc/%1/fd").arg(pid));
                for (const QString& name :
                     descriptors.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)) {
                    char target[64] = {};
                    ::readlink(descriptors.filePath(name).toUtf8().constData(), target, sizeof target - 1);
                    const QString text = QString::fromLatin1(target);
                    if (text.startsWith(QLatin1String("socket:[")) && inodes.contains(text.mid(8).chopped(1))) {
                        ours.append(program);
                    }
                }
            }
        }
        return ours;
    };
    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(up.exitCode == 0, up.described());
    QVERIFY2(listeners().isEmpty(), qPrintable(listeners().join(QLatin1Char(' '))));
    QCOMPARE(cluster.ctl({QStringLiteral("down")}).exitCode, 0);
    const auto listening = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2"),
                                                         QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0")});
    QVERIFY2(listening.exitCode == 0, listening.described());
    QCOMPARE(listeners(), QStringList{QStringLiteral("firstlightd")});
}

QTEST_GUILESS_MAIN(TestE2eController)
#include "tst_e2e_controller.moc"
