#include "tests/support/private_cluster.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QtTest>

#include <csignal>

namespace firstlight::test {
namespace {

QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool isZombie(const QString& pid)
{
    // "pid (name) state ...": the name may hold anything, so look behind the last bracket.
    const QByteArray stat = readAll(QStringLiteral("/proc/%1/stat").arg(pid));
    const auto bracket = stat.lastIndexOf(')');
    return bracket < 0 || stat.mid(bracket + 2, 1) == "Z";
}

bool containsInOrder(const QList<QByteArray>& words, const QStringList& wanted)
{
    for (qsizetype start = 0; start + wanted.size() <= words.size(); ++start) {
        qsizetype same = 0;
        while (same < wanted.size() && words[start + same] == wanted[same].toUtf8()) {
            ++same;
        }
        if (same == wanted.size()) {
            return true;
        }
    }
    return wanted.isEmpty();
}

} // namespace

QByteArray CtlResult::described() const
{
    // Qt Test cuts long messages; what matters stands at the ends.
    return QStringLiteral("exit code %1 after %2 ms\n--- out\n%3\n--- err\n%4")
        .arg(exitCode)
        .arg(elapsedMs)
        .arg(out.right(300), err.right(500))
        .toUtf8();
}

PrivateCluster::PrivateCluster() : m_environment(QProcessEnvironment::systemEnvironment())
{
    m_environment.insert(QStringLiteral("FIRSTLIGHT_RUNTIME_DIR"), runtimeDirectory());
    m_environment.insert(QStringLiteral("FIRSTLIGHT_STATE_DIR"), stateDirectory());
    m_environment.insert(QStringLiteral("FIRSTLIGHT_RESOURCE_DIR"), QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/resources"));
}

PrivateCluster::~PrivateCluster()
{
    if (!processes(QStringLiteral("firstlightd")).isEmpty()) {
        ctl({QStringLiteral("down")}, 30'000);
    }
    if (!waitUntilAllGone(5'000)) {
        for (const auto& program :
             {QStringLiteral("firstlightd"), QStringLiteral("firstlight-agent"), QStringLiteral("firstlight-worker")}) {
            for (const qint64 pid : processes(program)) {
                qWarning("process %lld (%s) was left over and is killed", pid, qPrintable(program));
                ::kill(pid_t(pid), SIGKILL);
            }
        }
    }
}

QString PrivateCluster::runtimeDirectory() const
{
    return m_directory.filePath(QStringLiteral("run"));
}

QString PrivateCluster::stateDirectory() const
{
    return m_directory.filePath(QStringLiteral("state"));
}

CtlResult PrivateCluster::ctl(const QStringList& arguments, int timeoutMs) const
{
    CtlResult result;
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.setProcessEnvironment(m_environment);
    process.setStandardInputFile(QProcess::nullDevice());
    // Files, not pipes: a controller that outlives ctl must not keep this process waiting for an end of file.
    QTemporaryDir output;
    process.setStandardOutputFile(output.filePath(QStringLiteral("out")));
    process.setStandardErrorFile(output.filePath(QStringLiteral("err")));
    process.start(QStringLiteral(FIRSTLIGHT_BIN_DIR "/firstlightctl"), arguments);
    if (process.waitForStarted() && process.waitForFinished(timeoutMs)) {
        result.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }
    result.elapsedMs = timer.elapsed();
    result.out = QString::fromUtf8(readAll(output.filePath(QStringLiteral("out"))));
    result.err = QString::fromUtf8(readAll(output.filePath(QStringLiteral("err"))));
    return result;
}

CtlResult PrivateCluster::up(const QString& checkpoint, const QStringList& more) const
{
    return ctl(QStringList{QStringLiteral("up"), checkpoint, QStringLiteral("--wait")} + more, 180'000);
}

QList<qint64> PrivateCluster::processes(const QString& program, const QStringList& commandLineWords) const
{
    const QByteArray ours = "FIRSTLIGHT_RUNTIME_DIR=" + runtimeDirectory().toUtf8();
    QList<qint64> found;
    for (const QString& pid : QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[0-9]*")}, QDir::Dirs)) {
        const QString exe = QFile::symLinkTarget(QStringLiteral("/proc/%1/exe").arg(pid));
        if (!exe.endsWith(QLatin1Char('/') + program) || isZombie(pid)) {
            continue;
        }
        const auto environment = readAll(QStringLiteral("/proc/%1/environ").arg(pid)).split('\0');
        const auto commandLine = readAll(QStringLiteral("/proc/%1/cmdline").arg(pid)).split('\0');
        if (environment.contains(ours) && containsInOrder(commandLine, commandLineWords)) {
            found.append(pid.toLongLong());
        }
    }
    return found;
}

qint64 PrivateCluster::controller() const
{
    return processes(QStringLiteral("firstlightd")).value(0, -1);
}

qint64 PrivateCluster::worker(int rank) const
{
    return processes(QStringLiteral("firstlight-worker"), {QStringLiteral("--rank"), QString::number(rank)})
        .value(0, -1);
}

qint64 PrivateCluster::agent(const QString& node) const
{
    return processes(QStringLiteral("firstlight-agent"), {QStringLiteral("--node"), node}).value(0, -1);
}

bool PrivateCluster::waitUntilAllGone(int timeoutMs) const
{
    return waitFor(
        [this] {
            return processes(QStringLiteral("firstlightd")).isEmpty() &&
                   processes(QStringLiteral("firstlight-agent")).isEmpty() &&
                   processes(QStringLiteral("firstlight-worker")).isEmpty();
        },
        timeoutMs);
}

bool waitFor(const std::function<bool()>& condition, int timeoutMs)
{
    return QTest::qWaitFor(condition, timeoutMs);
}

bool copyCheckpoint(const QString& from, const QString& to)
{
    if (!QDir().mkpath(to)) {
        return false;
    }
    for (const QString& name : QDir(from).entryList(QDir::Files)) {
        if (!QFile::copy(from + QLatin1Char('/') + name, to + QLatin1Char('/') + name)) {
            return false;
        }
    }
    return true;
}

QString demoCheckpoint()
{
    return qEnvironmentVariable("FIRSTLIGHT_TEST_CHECKPOINT", QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/resources/demo"));
}

QString samplePicture(const QString& name)
{
    return QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/resources/samples/") + name;
}

} // namespace firstlight::test
