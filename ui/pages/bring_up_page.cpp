#include "ui/pages/bring_up_page.h"

#include "ui/models/launch_progress.h"
#include "ui/models/words.h"
#include "ui/widgets/dense_table.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/launch_timeline_view.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/stage_track.h"
#include "ui/widgets/status_chip.h"
#include "ui/widgets/step_button.h"

#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr int kTickMs = 250;
const QList<int> kDetailShares = {150, 190}; // of the height: timeline, tables
constexpr int kLeastTableHeight = 60;        // a failure needs its room at 800 lines
constexpr int kDegrees[] = {0, 1, 2, 4, 8};  // 0: automatic
constexpr std::pair<int, int> kRankColumns[] = {
    {RankTableModel::Rank, 52},     {RankTableModel::Node, 76},      {RankTableModel::State, 88},
    {RankTableModel::Progress, 80}, {RankTableModel::Memory, 80},    {RankTableModel::Capacity, 80},
    {RankTableModel::Cpu, 76},      {RankTableModel::KvTokens, 104}, {RankTableModel::TokensPerSecond, 80},
};

QFrame* makeCard(QWidget* parent)
{
    auto* card = new QFrame(parent);
    card->setProperty("card", true);
    return card;
}

// The folder that a drop carries, or empty.
// A folder, a GGUF file, or the folder of another file.
QString droppedCheckpoint(const QMimeData* data)
{
    for (const QUrl& url : data->urls()) {
        const QFileInfo info(url.toLocalFile());
        if (url.isLocalFile() && info.exists()) {
            const bool isWhole = info.isDir() || info.suffix() == QStringLiteral("gguf");
            return isWhole ? info.absoluteFilePath() : info.absolutePath();
        }
    }
    return {};
}

} // namespace

BringUpPage::BringUpPage(const Parts& parts, QWidget* parent)
    : Page(parts.look, parent), m_parts(parts), m_errors(parts.logs)
{
    setAcceptDrops(true);
    m_errors.setMinimumSeverity(Severity::Warning);
    m_title = new QLabel(this);
    m_title->setFont(Look::font(TextSize::Title));
    m_state = new StatusChip(parts.look, this);
    m_state->setObjectName(QStringLiteral("deploymentState"));
    m_failure = new MessagePanel(parts.look, this);
    m_failure->setObjectName(QStringLiteral("failurePanel"));
    m_diagnosis = m_failure->addStep();
    m_diagnosis->setObjectName(QStringLiteral("failureDiagnosis"));

    auto* head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addWidget(m_state);
    head->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kGap);
    layout->addLayout(head);
    layout->addWidget(makeStartCard());
    layout->addWidget(m_failure);
    layout->addWidget(makeTrackCard());
    layout->addWidget(makeDetails(), 1);
    setFocusProxy(m_checkpoint);
    connectAll();
    retranslate();
}

QWidget* BringUpPage::makeStartCard()
{
    QFrame* card = makeCard(this);
    m_checkpointLabel = new QLabel(card);
    m_checkpoint = new QLineEdit(card);
    m_checkpoint->setObjectName(QStringLiteral("checkpointPath"));
    m_openFolder = new QPushButton(card);
    m_openFolder->setObjectName(QStringLiteral("openFolder"));
    m_openFile = new QPushButton(card);
    m_openFile->setObjectName(QStringLiteral("openFile"));
    m_demo = new QPushButton(card);
    m_demo->setObjectName(QStringLiteral("chooseDemo"));
    const auto makeDegrees = [card](const QString& name) {
        auto* combo = new QComboBox(card);
        combo->setObjectName(name);
        for (const int degree : kDegrees) {
            combo->addItem(QString::number(degree), degree);
        }
        return combo;
    };
    m_tpLabel = new QLabel(card);
    m_ppLabel = new QLabel(card);
    m_tp = makeDegrees(QStringLiteral("tensorParallel"));
    m_pp = makeDegrees(QStringLiteral("pipelineParallel"));
    m_start = new QPushButton(card);
    m_start->setObjectName(QStringLiteral("startDeployment"));
    m_start->setProperty("primary", true);
    m_stop = new QPushButton(card);
    m_stop->setObjectName(QStringLiteral("stopDeployment"));
    m_chat = new QPushButton(card);
    m_chat->setObjectName(QStringLiteral("showChat"));
    m_chat->setProperty("primary", true);
    for (QPushButton* button : {m_start, m_stop, m_chat}) {
        button->setMinimumHeight(36);
        button->setMinimumWidth(112);
    }
    auto* what = new QHBoxLayout;
    what->addWidget(m_checkpointLabel);
    what->addWidget(m_checkpoint, 1);
    what->addWidget(m_openFolder);
    what->addWidget(m_openFile);
    what->addWidget(m_demo);
    auto* how = new QHBoxLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_tpLabel, m_tp, m_ppLabel, m_pp}) {
        how->addWidget(widget);
    }
    how->addStretch();
    for (QPushButton* button : {m_chat, m_stop, m_start}) {
        how->addWidget(button);
    }
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(kSmallGap);
    layout->addLayout(what);
    layout->addLayout(how);
    return card;
}

QWidget* BringUpPage::makeTrackCard()
{
    QFrame* card = makeCard(this);
    m_track = new StageTrack(look(), TrackSize::Full, card);
    m_track->setObjectName(QStringLiteral("stageTrack"));
    m_progress = new QLabel(card);
    m_progress->setObjectName(QStringLiteral("stageProgress"));
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(8, 12, 8, 8);
    layout->addWidget(m_track);
    layout->addWidget(m_progress, 0, Qt::AlignHCenter);
    return card;
}

QWidget* BringUpPage::makeDetails()
{
    const auto titled = [](QLabel*& title, QWidget* content) {
        auto* box = new QWidget;
        auto* layout = new QVBoxLayout(box);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(4);
        title = new QLabel(box);
        title->setFont(Look::font(TextSize::Large));
        layout->addWidget(title);
        layout->addWidget(content, 1);
        return box;
    };
    m_timeline = new LaunchTimelineView(look());
    m_timeline->setObjectName(QStringLiteral("launchTimeline"));
    m_rankTable = new QTableView;
    m_rankTable->setObjectName(QStringLiteral("rankTable"));
    m_errorTable = new QTableView;
    m_errorTable->setObjectName(QStringLiteral("errorTail"));
    setUpTables();

    auto* lower = new QSplitter(Qt::Horizontal);
    lower->setObjectName(QStringLiteral("bringUpLowerSplitter"));
    lower->addWidget(titled(m_ranksTitle, m_rankTable));
    lower->addWidget(titled(m_errorsTitle, m_errorTable));
    lower->setStretchFactor(0, 2);
    lower->setStretchFactor(1, 1);
    lower->setHandleWidth(kGap);
    auto* details = new QSplitter(Qt::Vertical, this);
    details->setObjectName(QStringLiteral("bringUpSplitter"));
    details->addWidget(titled(m_timelineTitle, m_timeline));
    details->addWidget(lower);
    details->setHandleWidth(kSmallGap);
    details->setStretchFactor(0, 1);
    details->setStretchFactor(1, 1);
    details->setSizes(kDetailShares);
    return details;
}

void BringUpPage::setUpTables()
{
    m_rankTable->setModel(m_parts.ranks);
    setUpDenseTable(m_rankTable, look(),
                    {RankTableModel::Rank, RankTableModel::Progress, RankTableModel::Memory, RankTableModel::Capacity,
                     RankTableModel::Cpu, RankTableModel::KvTokens, RankTableModel::TokensPerSecond});
    for (const auto& [column, width] : kRankColumns) {
        m_rankTable->setColumnWidth(column, width);
    }
    m_rankTable->setMinimumHeight(kLeastTableHeight);
    m_errorTable->setMinimumHeight(kLeastTableHeight);
    m_rankTable->hideColumn(RankTableModel::Process); // the inspector has it
    m_errorTable->setModel(&m_errors);
    setUpDenseTable(m_errorTable, look());
    m_errorTable->setColumnWidth(LogModel::Time, 104);
    m_errorTable->hideColumn(LogModel::Source); // the message names it where it matters
    m_errorTable->setColumnWidth(LogModel::Level, 72);
}

// A field that has the focus ends its editing while its page is taken down.
BringUpPage::~BringUpPage()
{
    m_checkpoint->disconnect(this);
}

void BringUpPage::connectAll()
{
    connect(m_start, &QPushButton::clicked, this, &BringUpPage::start);
    connect(m_checkpoint, &QLineEdit::returnPressed, this, &BringUpPage::start);
    connect(m_checkpoint, &QLineEdit::textChanged, this, &BringUpPage::refreshButtons);
    connect(m_stop, &QPushButton::clicked, this, &BringUpPage::stopRequested);
    connect(m_chat, &QPushButton::clicked, this, &BringUpPage::showChatRequested);
    connect(m_failure, &MessagePanel::stepRequested, this, &BringUpPage::stepRequested);
    connect(m_checkpoint, &QLineEdit::editingFinished, this, [this] { choose(checkpoint()); });
    connect(m_openFolder, &QPushButton::clicked, this, &BringUpPage::openFolderDialog);
    connect(m_openFile, &QPushButton::clicked, this, &BringUpPage::openFileDialog);
    connect(m_demo, &QPushButton::clicked, this, [this] { choose(m_parts.commands->demoCheckpoint()); });
    connect(m_parts.commands, &DeploymentCommands::changed, this, &BringUpPage::refresh);
    connect(m_parts.deployments, &DeploymentStore::currentChanged, this, &BringUpPage::refresh);
    connect(look(), &Look::changed, this, [this] {
        m_parts.ranks->setFormatter(look()->formatter());
        refresh();
    });
    connect(m_track, &StageTrack::stageChosen, m_parts.selection, &Selection::selectStage);
    connect(m_timeline, &LaunchTimelineView::rankChosen, m_parts.selection, &Selection::selectRank);
    connect(m_parts.selection, &Selection::changed, this,
            [this](const Selected& selected) { m_timeline->setChosenRank(selected.rank); });
    connect(m_rankTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid()) {
                    m_parts.selection->selectRank(m_parts.ranks->rowAt(index.row()).status.rank);
                }
            });
    connect(&m_errors, &QAbstractItemModel::rowsInserted, m_errorTable, &QTableView::scrollToBottom);
    connect(&m_ticker, &QTimer::timeout, this, &BringUpPage::refreshProgress);
    m_ticker.start(kTickMs);
}

QString BringUpPage::checkpoint() const
{
    return m_checkpoint->text().trimmed();
}

void BringUpPage::setCheckpoint(const QString& path)
{
    m_checkpoint->setText(path);
}

void BringUpPage::choose(const QString& path)
{
    setCheckpoint(path);
    if (!path.isEmpty()) {
        emit checkpointChosen(path);
    }
}

void BringUpPage::setPlan(const Layout& layout, const Workload& workload)
{
    const auto choose = [](QComboBox* combo, int degree) {
        if (combo->findData(degree) < 0) {
            combo->addItem(QString::number(degree), degree);
        }
        combo->setCurrentIndex(combo->findData(degree));
    };
    choose(m_tp, layout.tensorParallel);
    choose(m_pp, layout.pipelineParallel);
    m_workload = workload;
}

void BringUpPage::startDemo()
{
    setCheckpoint(m_parts.commands->demoCheckpoint());
    setPlan({}, {});
    start();
}

void BringUpPage::start()
{
    if (!checkpoint().isEmpty() && m_parts.commands->canStart()) {
        choose(checkpoint());
        m_parts.commands->start({checkpoint(), chosenLayout(), m_workload});
    }
}

Layout BringUpPage::chosenLayout() const
{
    return {m_tp->currentData().toInt(), m_pp->currentData().toInt(), 0, 0};
}

void BringUpPage::openFolderDialog()
{
    connect(
        ui::openFolderDialog(this, QStringLiteral("checkpointDialog"), tr("Open a checkpoint folder"), checkpoint()),
        &QFileDialog::fileSelected, this, &BringUpPage::choose);
}

void BringUpPage::openFileDialog()
{
    connect(openCheckpointFileDialog(this, QStringLiteral("checkpointFileDialog"), tr("Open a checkpoint file"),
                                     checkpoint()),
            &QFileDialog::fileSelected, this, &BringUpPage::choose);
}

void BringUpPage::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedCheckpoint(event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void BringUpPage::dropEvent(QDropEvent* event)
{
    choose(droppedCheckpoint(event->mimeData()));
    event->acceptProposedAction();
}

QString BringUpPage::stateWords(const DeploymentState& state)
{
    if (state.plan.ranks.empty()) { // there is no layout yet
        return tr("%1: %2", "stage, model").arg(stageWord(state.stage), state.modelName);
    }
    const QString layout = layoutWords(state.plan.layout);
    return state.ready ? tr("Ready: %1, %2").arg(state.modelName, layout)
                       : tr("%1: %2, %3", "stage, model, layout").arg(stageWord(state.stage), state.modelName, layout);
}

void BringUpPage::refresh()
{
    const DeploymentState* state = m_parts.deployments->current();
    if (m_parts.commands->isStartRequested()) {
        m_state->setState(Tone::Info, tr("Requested"), QStringLiteral("waiting"));
    } else if (m_parts.commands->isStopRequested()) {
        m_state->setState(Tone::Warning, tr("Stop requested"), QStringLiteral("waiting"));
    } else if (state != nullptr) {
        m_state->setState(stageTone(state->stage), stateWords(*state));
    } else {
        m_state->setState(Tone::Neutral, tr("Nothing started yet"));
    }
    refreshFailure(state);
    refreshTrack(state);
    refreshButtons();
}

void BringUpPage::refreshButtons()
{
    const DeploymentState* state = m_parts.deployments->current();
    m_start->setEnabled(m_parts.commands->canStart() && !checkpoint().isEmpty());
    m_stop->setEnabled(m_parts.commands->canStop());
    m_chat->setVisible(state != nullptr && state->ready);
    m_demo->setVisible(!m_parts.commands->demoCheckpoint().isEmpty());
}

void BringUpPage::refreshFailure(const DeploymentState* state)
{
    const Failure& refusal = m_parts.commands->refusal();
    const bool failed = state != nullptr && state->failure.isSet();
    m_failure->setVisible(refusal.isSet() || failed);
    if (refusal.isSet() || failed) {
        m_failure->setFailure(refusal.isSet() ? refusal : state->failure, QStringLiteral("bring-up"));
    }
    m_diagnosis->setStep({failed && !refusal.isSet() ? QStringLiteral("diagnose") : QString(), kNoRank});
    m_errors.setDeployment(state == nullptr ? DeploymentId() : state->id);
}

void BringUpPage::refreshTrack(const DeploymentState* state)
{
    const TimePoint now = m_parts.clock();
    if (state == nullptr) {
        m_track->setSteps(launchSteps({}, now));
        m_timeline->setTimeline({});
        m_progress->setText(tr("Choose a checkpoint and press Start."));
        return;
    }
    std::vector<LaunchStep> steps = launchSteps(*state, now);
    const QString summary = StageTrack::summary(steps, look()->formatter());
    m_progress->setText(state->stage == Stage::Stopped ? tr("Stopped in order.") : summary);
    m_track->setSteps(std::move(steps));
    m_timeline->setTimeline(launchTimeline(*state, now));
}

void BringUpPage::refreshProgress()
{
    const DeploymentState* state = m_parts.deployments->current();
    if (isVisible() && state != nullptr && !isOver(*state)) {
        refreshTrack(state);
    }
}

void BringUpPage::retranslate()
{
    m_title->setText(tr("Bring-up"));
    m_checkpointLabel->setText(tr("Checkpoint"));
    m_checkpoint->setPlaceholderText(tr("Folder with config.json and *.safetensors"));
    m_checkpoint->setAccessibleName(tr("Checkpoint folder"));
    m_openFolder->setText(tr("Open folder…"));
    m_openFile->setText(tr("Open file…"));
    m_openFile->setToolTip(tr("A GGUF file"));
    m_demo->setText(tr("Demo model"));
    m_tpLabel->setText(tr("Tensor parallel"));
    m_ppLabel->setText(tr("Pipeline parallel"));
    for (QComboBox* combo : {m_tp, m_pp}) {
        combo->setItemText(0, tr("Automatic"));
    }
    m_tp->setAccessibleName(m_tpLabel->text());
    m_pp->setAccessibleName(m_ppLabel->text());
    m_start->setText(tr("Start"));
    m_stop->setText(tr("Stop"));
    m_chat->setText(tr("Chat with it"));
    m_track->setAccessibleName(tr("Stages"));
    m_timelineTitle->setText(tr("Launch timeline"));
    m_timeline->setAccessibleName(m_timelineTitle->text());
    m_ranksTitle->setText(tr("Ranks"));
    m_rankTable->setAccessibleName(m_ranksTitle->text());
    setEmptyHint(m_rankTable, tr("The ranks appear here when a deployment starts."));
    m_errorsTitle->setText(tr("Warnings and errors"));
    setEmptyHint(m_errorTable, tr("None so far."));
    m_errorTable->setAccessibleName(m_errorsTitle->text());
    m_parts.ranks->setFormatter(look()->formatter());
    for (QPushButton* button : {m_openFolder, m_openFile, m_demo, m_start, m_stop, m_chat}) {
        button->setAccessibleName(button->text());
    }
    refresh();
}

} // namespace firstlight::ui
