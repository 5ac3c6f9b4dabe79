#include "ui/transport/controller_process.h"

#include "ui/client/failure_text.h"
#include "ui/transport/controller_files.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

namespace firstlight::ui {
namespace {

constexpr int kEndLimitMs = 8000; // it has agents and workers to take down
constexpr char kReadyPrefix[] = "READY ";

bool makePrivateDirectory(const QString& path)
{
    constexpr auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    return QDir().mkpath(path) && QFile::setPermissions(path, ownerOnly);
}

} // namespace

ControllerProcess::ControllerProcess(ControllerProgram program, QObject* parent)
    : QObject(parent), m_program(std::move(program))
{
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_startLimit.setSingleShot(true);
    connect(&m_process, &QProcess::started, this, &ControllerProcess::onStarted);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ControllerProcess::onOutput);
    connect(&m_process, &QProcess::errorOccurred, this, &ControllerProcess::onError);
    connect(&m_process, &QProcess::finished, this, &ControllerProcess::onFinished);
    connect(&m_startLimit, &QTimer::timeout, &m_process, &QProcess::kill);
}

ControllerProcess::~ControllerProcess()
{
    m_ending = true;
    if (isRunning()) {
        m_process.closeWriteChannel(); // the end of its input tells it to go
        if (!m_process.waitForFinished(kEndLimitMs)) {
            m_process.kill();
            m_process.waitForFinished(kEndLimitMs);
        }
    }
    QDir(m_program.runtimeDirectory).removeRecursively();
}

void ControllerProcess::start()
{
    if (isRunning()) {
        return;
    }
    if (!makePrivateDirectory(m_program.runtimeDirectory)) {
        emit failed(makeFailure(reasons::kPathMissing, {{QStringLiteral("path"), m_program.runtimeDirectory},
                                                        {QStringLiteral("detail"), tr("it cannot be created")}}));
        return;
    }
    m_ready = false;
    m_lastLine.clear();
    m_token = makeToken();
    m_startLimit.start(m_program.startLimit);
    m_process.start(m_program.program, QStringList{QStringLiteral("--runtime-dir"), m_program.runtimeDirectory,
                                                   QStringLiteral("--die-with-stdin")} +
                                           m_program.arguments);
}

void ControllerProcess::onStarted()
{
    const QJsonObject secrets{{QStringLiteral("token"), m_token}};
    m_process.write(QJsonDocument(secrets).toJson(QJsonDocument::Compact) + '\n');
}

void ControllerProcess::onOutput()
{
    while (m_process.canReadLine()) {
        readLine(QString::fromUtf8(m_process.readLine()).trimmed());
    }
}

void ControllerProcess::readLine(const QString& line)
{
    if (m_ready || !line.startsWith(QLatin1String(kReadyPrefix))) {
        m_lastLine = line.isEmpty() ? m_lastLine : line;
        emit logLine(line);
        return;
    }
    m_ready = true;
    m_startLimit.stop();
    const QJsonObject json = QJsonDocument::fromJson(line.mid(sizeof(kReadyPrefix) - 1).toUtf8()).object();
    emit ready({json.value(QLatin1String("address")).toString(), json.value(QLatin1String("token")).toString(m_token)});
}

void ControllerProcess::onError(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart) {
        m_startLimit.stop();
        emit failed(
            makeFailure(reasons::kProgramMissing, {{QStringLiteral("program"), QFileInfo(m_program.program).fileName()},
                                                   {QStringLiteral("detail"), m_process.errorString()}}));
    }
}

void ControllerProcess::onFinished(int exitCode, QProcess::ExitStatus status)
{
    m_startLimit.stop();
    onOutput();
    if (m_ending) {
        return;
    }
    QString how = status == QProcess::CrashExit ? tr("it was killed or crashed") : tr("exit code %1").arg(exitCode);
    if (!m_ready && !m_lastLine.isEmpty()) {
        how = tr("%1; its last line: %2").arg(how, m_lastLine);
    }
    emit failed(makeFailure(reasons::kControllerLost, {{QStringLiteral("how"), how}}));
}

} // namespace firstlight::ui
