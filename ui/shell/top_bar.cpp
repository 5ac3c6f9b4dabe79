#include "ui/shell/top_bar.h"

#include "ui/client/failure_text.h"
#include "ui/models/launch_progress.h"
#include "ui/models/words.h"
#include "ui/widgets/stage_track.h"
#include "ui/widgets/status_chip.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace firstlight::ui {
namespace {

constexpr int kTickMs = 500;
constexpr int kSwitcherWidth = 200;
constexpr int kPaletteWidth = 180;

} // namespace

TopBar::TopBar(BackendClient* client, DeploymentStore* deployments, Look* look, Clock clock, QWidget* parent)
    : QFrame(parent)
    , m_client(client)
    , m_deployments(deployments)
    , m_look(look)
    , m_clock(std::move(clock))
    , m_switcher(new QComboBox(this))
    , m_track(new StageTrack(look, TrackSize::Miniature, this))
    , m_stage(new QLabel(this))
    , m_connection(new StatusChip(look, this))
    , m_palette(new QPushButton(this))
{
    setObjectName(QStringLiteral("topBar"));
    m_switcher->setObjectName(QStringLiteral("deploymentSwitcher"));
    m_switcher->setMinimumWidth(kSwitcherWidth);
    m_track->setObjectName(QStringLiteral("miniatureTrack"));
    m_track->installEventFilter(this);
    m_track->setCursor(Qt::PointingHandCursor);
    m_stage->setObjectName(QStringLiteral("miniatureStage"));
    m_connection->setObjectName(QStringLiteral("connectionChip"));
    m_palette->setObjectName(QStringLiteral("commandField"));
    m_palette->setMinimumWidth(kPaletteWidth);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(12);
    layout->addWidget(m_switcher);
    layout->addWidget(m_track);
    layout->addWidget(m_stage);
    layout->addStretch();
    layout->addWidget(m_palette);
    layout->addWidget(m_connection);

    connect(m_switcher, &QComboBox::activated, this,
            [this] { m_deployments->setCurrent({m_switcher->currentData().toString()}); });
    connect(m_palette, &QPushButton::clicked, this, &TopBar::paletteRequested);
    connect(deployments, &DeploymentStore::listChanged, this, &TopBar::refreshList);
    connect(deployments, &DeploymentStore::currentChanged, this, &TopBar::refreshStage);
    connect(client, &BackendClient::connectionStateChanged, this, &TopBar::refreshConnection);
    connect(look, &Look::changed, this, &TopBar::refresh);
    connect(&m_ticker, &QTimer::timeout, this, &TopBar::refreshStage);
    m_ticker.start(kTickMs);
    refresh();
}

void TopBar::refresh()
{
    m_palette->setText(tr("Go to or do…  (Ctrl+K)"));
    m_palette->setIcon(m_look->icon(QStringLiteral("search")));
    m_palette->setAccessibleName(tr("Command field"));
    m_switcher->setAccessibleName(tr("Deployment"));
    m_track->setAccessibleName(tr("Stages of the deployment"));
    refreshList();
    refreshConnection();
}

void TopBar::refreshList()
{
    m_switcher->clear();
    for (const DeploymentState& state : m_deployments->all()) {
        m_switcher->addItem(
            tr("%1, started %2", "a deployment").arg(state.modelName, m_look->formatter().shortTime(state.created)),
            state.id.value);
    }
    m_switcher->setEnabled(m_switcher->count() > 0);
    if (m_switcher->count() == 0) {
        m_switcher->addItem(tr("No deployment yet"));
    }
    refreshStage();
}

void TopBar::refreshStage()
{
    const DeploymentState* state = m_deployments->current();
    m_track->setVisible(state != nullptr);
    m_stage->setVisible(state != nullptr);
    if (state == nullptr) {
        return;
    }
    m_switcher->setCurrentIndex(m_switcher->findData(state->id.value));
    m_track->setSteps(launchSteps(*state, m_clock()));
    m_stage->setText(state->ready ? tr("Ready") : stageWord(state->stage));
}

void TopBar::refreshConnection()
{
    const ConnectionState state = m_client->connectionState();
    m_connection->setState(connectionTone(state.phase), connectionWord(state.phase));
    m_connection->setToolTip(state.reason.isSet() ? failureSentence(state.reason) : QString());
}

bool TopBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_track && event->type() == QEvent::MouseButtonRelease) {
        emit bringUpRequested();
    }
    return QFrame::eventFilter(watched, event);
}

void TopBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
}

} // namespace firstlight::ui
