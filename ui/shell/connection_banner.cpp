#include "ui/shell/connection_banner.h"

#include <QEvent>
#include <QPushButton>

namespace firstlight::ui {
namespace {

constexpr int kTickMs = 1000;

} // namespace

ConnectionBanner::ConnectionBanner(const BackendClient* client, Look* look, Clock clock, QWidget* parent)
    : MessagePanel(look, parent)
    , m_client(client)
    , m_look(look)
    , m_clock(std::move(clock))
    , m_retry(addButton(QStringLiteral("reconnectNow")))
{
    setObjectName(QStringLiteral("connectionBanner"));
    setIcon(QStringLiteral("offline"));
    connect(m_retry, &QPushButton::clicked, this, &ConnectionBanner::retryRequested);
    connect(client, &BackendClient::connectionStateChanged, this, &ConnectionBanner::refresh);
    connect(&m_ticker, &QTimer::timeout, this, &ConnectionBanner::refresh);
    m_ticker.start(kTickMs);
    refresh();
}

void ConnectionBanner::refresh()
{
    const ConnectionState state = m_client->connectionState();
    const bool offline = state.phase == ConnectionPhase::Offline;
    setVisible(offline);
    // A controller that is not coming back by itself is started; one that may come back is tried now.
    m_retry->setText(offline && !isKnown(state.retryAt) ? tr("Start it again") : tr("Try now"));
    if (offline) {
        const FailureText words = failureText(state.reason);
        const QString age =
            m_look->formatter().duration(std::chrono::floor<std::chrono::seconds>(m_clock() - state.since));
        setMessage(Tone::Bad, words.what, tr("%1 What is shown is %2 old.", "remedy, age").arg(words.nextStep, age));
    }
    if (std::exchange(m_offline, offline) != offline) {
        emit offlineChanged(offline);
    }
}

void ConnectionBanner::changeEvent(QEvent* event)
{
    MessagePanel::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
}

} // namespace firstlight::ui
