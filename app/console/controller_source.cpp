#include "app/console/controller_source.h"

#include "ui/client/failure_text.h"
#include "ui/transport/controller_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <iostream>

namespace firstlight::console {

using namespace ui;

ControllerSource::ControllerSource(GrpcBackendClient* client, const ConsoleSettings* settings, bool attach,
                                   QObject* parent)
    : QObject(parent), m_client(client), m_settings(settings), m_attach(attach)
{
}

ControllerChoice ControllerSource::choice() const
{
    return m_attach ? ControllerChoice::Running : m_settings->controller();
}

void ControllerSource::connectNow()
{
    switch (choice()) {
    case ControllerChoice::Private:
        startPrivate();
        break;
    case ControllerChoice::Running:
        m_process.reset();
        connectToRunning();
        break;
    case ControllerChoice::Address:
        m_process.reset();
        connectToAddress();
        break;
    }
}

void ControllerSource::startPrivate()
{
    if (m_process != nullptr && m_process->isRunning()) {
        m_client->retryNow();
        return;
    }
    const QString programs = QCoreApplication::applicationDirPath();
    // Short: the path of a Unix socket may have 107 characters.
    const QString directory =
        QStringLiteral("%1/console-%2").arg(runtimeDirectory()).arg(QCoreApplication::applicationPid());
    m_process = std::make_unique<ControllerProcess>(
        ControllerProgram{programs + QStringLiteral("/firstlightd"),
                          directory,
                          {QStringLiteral("--nodes"), QString::number(m_settings->nodeCount())}});
    connect(m_process.get(), &ControllerProcess::ready, m_client, &GrpcBackendClient::connectTo);
    connect(m_process.get(), &ControllerProcess::failed, m_client, &GrpcBackendClient::disconnectBecause);
    // What it says before anybody can watch its log goes where the console's own messages go.
    connect(m_process.get(), &ControllerProcess::logLine, this,
            [](const QString& line) { std::cerr << line.toStdString() << std::endl; });
    m_process->start();
}

void ControllerSource::connectToRunning()
{
    if (const auto endpoint = findRunningController(runtimeDirectory())) {
        m_client->connectTo(*endpoint);
    } else {
        m_client->disconnectBecause(
            makeFailure(reasons::kNoController, {{QStringLiteral("path"), runtimeDirectory()}}));
    }
}

void ControllerSource::connectToAddress()
{
    QFile file(m_settings->tokenFile());
    if (!file.open(QIODevice::ReadOnly)) {
        m_client->disconnectBecause(
            makeFailure(reasons::kPathMissing,
                        {{QStringLiteral("path"), file.fileName()}, {QStringLiteral("detail"), file.errorString()}}));
        return;
    }
    m_client->connectTo({m_settings->controllerAddress(), QString::fromUtf8(file.readAll()).trimmed()});
}

} // namespace firstlight::console
