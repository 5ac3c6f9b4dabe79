#include "app/console/controller_source.h"

#include "ui/client/failure_text.h"
#include "ui/transport/controller_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <iostream>

namespace firstlight::console {

using namespace ui;

ControllerSource::ControllerSource(Parts parts, QObject* parent) : QObject(parent), m_parts(std::move(parts)) {}

ControllerChoice ControllerSource::choice() const
{
    return m_parts.attach ? ControllerChoice::Running : m_parts.settings->controller();
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
        m_parts.client->retryNow();
        return;
    }
    // Short: the path of a Unix socket may have 107 characters.
    const QString directory =
        QStringLiteral("%1/console-%2").arg(runtimeDirectory()).arg(QCoreApplication::applicationPid());
    m_process = std::make_unique<ControllerProcess>(
        ControllerProgram{m_parts.programDirectory + QStringLiteral("/firstlightd"),
                          directory,
                          {QStringLiteral("--nodes"), QString::number(m_parts.settings->nodeCount())}});
    connect(m_process.get(), &ControllerProcess::ready, m_parts.client, &GrpcBackendClient::connectTo);
    connect(m_process.get(), &ControllerProcess::failed, m_parts.client, &GrpcBackendClient::disconnectBecause);
    // What it says before anybody can watch its log goes where the console's own messages go.
    connect(m_process.get(), &ControllerProcess::logLine, this,
            [](const QString& line) { std::cerr << line.toStdString() << std::endl; });
    m_process->start();
}

void ControllerSource::connectToRunning()
{
    if (const auto endpoint = findRunningController(runtimeDirectory())) {
        m_parts.client->connectTo(*endpoint);
    } else {
        m_parts.client->disconnectBecause(
            makeFailure(reasons::kNoController, {{QStringLiteral("path"), runtimeDirectory()}}));
    }
}

void ControllerSource::connectToAddress()
{
    QFile file(m_parts.settings->tokenFile());
    if (!file.open(QIODevice::ReadOnly)) {
        m_parts.client->disconnectBecause(
            makeFailure(reasons::kPathMissing,
                        {{QStringLiteral("path"), file.fileName()}, {QStringLiteral("detail"), file.errorString()}}));
        return;
    }
    m_parts.client->connectTo({m_parts.settings->controllerAddress(), QString::fromUtf8(file.readAll()).trimmed()});
}

} // namespace firstlight::console
