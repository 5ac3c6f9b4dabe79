// A cluster of real processes for one test: its own runtime and state folders, driven through firstlightctl.
//
// The destructor takes everything down, kills what is left, and complains (QWARN) if anything was.
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>

namespace firstlight::test {

struct CtlResult {
    int exitCode = -1; // -1: did not start or did not end in time
    QString out;
    QString err;
    qint64 elapsedMs = 0;

    QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
    QByteArray described() const; // for the message of a failed comparison
};

class PrivateCluster
{
public:
    PrivateCluster();
    ~PrivateCluster();
    PrivateCluster(const PrivateCluster&) = delete;
    PrivateCluster& operator=(const PrivateCluster&) = delete;

    // Runs firstlightctl to its end. Global options such as --json come with the arguments.
    CtlResult ctl(const QStringList& arguments, int timeoutMs = 120'000) const;
    // "up MODEL --wait" with more arguments.
    CtlResult up(const QString& checkpoint, const QStringList& more = {}) const;

    // Pids of living processes of this cluster by program name ("firstlight-worker") and, if given, a word of their
    // command line (e.g. "--rank" followed by "1").
    QList<qint64> processes(const QString& program, const QStringList& commandLineWords = {}) const;
    qint64 controller() const;
    qint64 worker(int rank) const;
    qint64 agent(const QString& node) const;

    // Waits (polling the process table) until no process of this cluster is left; false after the timeout.
    bool waitUntilAllGone(int timeoutMs) const;

    void setEnvironment(const QString& name, const QString& value) { m_environment.insert(name, value); }
    const QProcessEnvironment& environment() const { return m_environment; }
    QString runtimeDirectory() const;
    QString stateDirectory() const;

private:
    QTemporaryDir m_directory;
    QProcessEnvironment m_environment;
};

// A copy of a checkpoint folder that a test may damage.
bool copyCheckpoint(const QString& from, const QString& to);

// Polls `condition` until it holds or the time is over.
bool waitFor(const std::function<bool()>& condition, int timeoutMs);

QString demoCheckpoint(); // $FIRSTLIGHT_TEST_CHECKPOINT, else resources/demo of the source tree
QString samplePicture(const QString& name);

} // namespace firstlight::test
