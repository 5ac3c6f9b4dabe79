#include "tests/gui/virtual_screen.h"

#include <csignal>

#include <sys/prctl.h>

namespace firstlight::tests {
namespace {

constexpr int kStartLimitMs = 20'000;

} // namespace

void endWithParent(QProcess& child)
{
    child.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
}

VirtualScreen::VirtualScreen(QSize size)
{
    if (!startServer(size)) {
        return;
    }
    qputenv("QT_QPA_PLATFORM", "xcb");
    endWithParent(m_windowManager);
    m_windowManager.start(QStringLiteral("openbox"), {QStringLiteral("--sm-disable")});
    if (!m_windowManager.waitForStarted(kStartLimitMs)) {
        m_problem = QStringLiteral("openbox: %1").arg(m_windowManager.errorString());
    }
}

// The server chooses a free display and says which on its standard output.
bool VirtualScreen::startServer(QSize size)
{
    m_server.setProcessChannelMode(QProcess::SeparateChannels);
    endWithParent(m_server);
    m_server.start(QStringLiteral("Xvfb"),
                   {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"),
                    QStringLiteral("%1x%2x24").arg(size.width()).arg(size.height()), QStringLiteral("-nolisten"),
                    QStringLiteral("tcp")});
    if (!m_server.waitForStarted(kStartLimitMs) || !m_server.waitForReadyRead(kStartLimitMs)) {
        m_problem = QStringLiteral("Xvfb: %1").arg(m_server.errorString());
        return false;
    }
    qputenv("DISPLAY", ":" + m_server.readLine().trimmed());
    return true;
}

VirtualScreen::~VirtualScreen()
{
    for (QProcess* process : {&m_windowManager, &m_server}) {
        process->terminate();
        if (!process->waitForFinished(kStartLimitMs)) {
            process->kill();
            process->waitForFinished();
        }
    }
}

} // namespace firstlight::tests
