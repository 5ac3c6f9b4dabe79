#include "ui/shell/main_window.h"

#include "ui/models/words.h"
#include "ui/shell/action_set.h"
#include "ui/shell/connection_banner.h"
#include "ui/shell/failure_banner.h"
#include "ui/shell/inspector_view.h"
#include "ui/shell/navigation_rail.h"
#include "ui/shell/stale_veil.h"
#include "ui/shell/status_line.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/confirmation.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr QSize kFirstSize(1280, 800);
constexpr QSize kFrameOfTheSystem(4, 32); // about what window managers put around a window
constexpr int kSaveIntervalMs = 10'000;
constexpr int kMaxLogHits = 20;
constexpr int kMinLogSearch = 3;

constexpr char kGeometryKey[] = "session/geometry";
constexpr char kSplitterKey[] = "session/splitters/%1";
constexpr char kStateKey[] = "session/state";
constexpr char kPageKey[] = "session/page";
constexpr char kCollapsedKey[] = "session/collapsed";

} // namespace

MainWindow::MainWindow(const Parts& parts, PageList pages, QWidget* welcome, QWidget* parent)
    : QMainWindow(parent)
    , m_parts(parts)
    , m_pages(std::move(pages))
    , m_actions(new ActionSet(m_pages, parts.commands, parts.settings, parts.look, this))
    , m_rail(new NavigationRail(m_pages, parts.look, this))
    , m_topBar(new TopBar(parts.client, parts.deployments, parts.look, parts.clock, this))
    , m_banner(new ConnectionBanner(parts.client, parts.look, parts.clock, this))
    , m_failure(new FailureBanner(parts.deployments, parts.look, this))
    , m_stack(new QStackedWidget(this))
    , m_veil(new StaleVeil(parts.look, m_stack))
    , m_palette(nullptr)
    , m_inspector(new QDockWidget(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    build(welcome);
    m_actions->fillMenuBar(menuBar());
    makeInspector();
    m_palette = new CommandPalette(parts.look, this);
    addPaletteSources();
    connectAll();
    retranslate();
    resize(kFirstSize.boundedTo(screen()->availableSize() - kFrameOfTheSystem));
    m_saver.start(kSaveIntervalMs);
}

MainWindow::~MainWindow() = default;

void MainWindow::build(QWidget* welcome)
{
    m_stack->addWidget(welcome);
    for (const PageEntry& page : m_pages) {
        page.widget->setObjectName(QStringLiteral("page_%1").arg(page.id));
        m_stack->addWidget(page.widget);
    }
    auto* middle = new QWidget(this);
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bannerSpace = new QVBoxLayout;
    bannerSpace->setContentsMargins(12, 8, 12, 0);
    bannerSpace->addWidget(m_banner);
    bannerSpace->addWidget(m_failure);
    column->addLayout(bannerSpace);
    column->addWidget(m_stack, 1);

    auto* central = new QWidget(this);
    auto* body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(m_rail);
    body->addWidget(middle, 1);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_topBar);
    layout->addLayout(body, 1);
    setCentralWidget(central);

    const StatusLine::Parts parts{m_parts.client, m_parts.metrics, m_parts.logs,
                                  m_parts.jobs,   m_parts.look,    m_parts.clock};
    statusBar()->addWidget(new StatusLine(parts, this), 1);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(0, 0, 0, 0);
}

void MainWindow::makeInspector()
{
    m_inspector->setObjectName(QStringLiteral("inspectorDock"));
    m_inspector->setWidget(new InspectorView(
        {m_parts.selection, m_parts.deployments, m_parts.cluster, m_parts.metrics, m_parts.look}, m_inspector));
    m_inspector->setMinimumWidth(InspectorView::kWidth);
    addDockWidget(Qt::RightDockWidgetArea, m_inspector);
    m_inspector->hide();
    QAction* toggle = m_inspector->toggleViewAction();
    toggle->setObjectName(QStringLiteral("inspectorAction"));
    toggle->setShortcut(QKeySequence(QStringLiteral("Ctrl+I")));
    m_actions->addToViewMenu(toggle);
}

void MainWindow::connectAll()
{
    connect(m_rail, &NavigationRail::chosen, this, &MainWindow::showPageAt);
    connect(m_actions, &ActionSet::pageRequested, this, &MainWindow::showPageAt);
    connect(m_actions, &ActionSet::welcomeRequested, this, &MainWindow::showWelcome);
    connect(m_actions, &ActionSet::openCheckpointRequested, this, &MainWindow::openCheckpointRequested);
    connect(m_actions, &ActionSet::demoRequested, this, &MainWindow::demoRequested);
    connect(m_actions, &ActionSet::startRequested, this, &MainWindow::startRequested);
    connect(m_actions, &ActionSet::newConversationRequested, this, &MainWindow::newConversationRequested);
    connect(m_actions, &ActionSet::reportRequested, this, &MainWindow::reportRequested);
    connect(m_actions, &ActionSet::stopRequested, this, &MainWindow::confirmStop);
    connect(m_actions, &ActionSet::reconnectRequested, this, &MainWindow::reconnectRequested);
    connect(m_actions, &ActionSet::collapseRequested, this, [this] { m_rail->setCollapsed(!m_rail->isCollapsed()); });
    connect(m_actions, &ActionSet::paletteRequested, m_palette, &CommandPalette::open);
    connect(m_actions, &ActionSet::aboutRequested, this, &MainWindow::showAbout);
    connect(m_topBar, &TopBar::paletteRequested, m_palette, &CommandPalette::open);
    connect(m_topBar, &TopBar::bringUpRequested, this, [this] { showPage(QStringLiteral("bring-up")); });
    connect(m_banner, &ConnectionBanner::retryRequested, this, &MainWindow::reconnectRequested);
    connect(m_failure, &FailureBanner::stepRequested, this, &MainWindow::stepRequested);
    connect(m_banner, &ConnectionBanner::offlineChanged, m_veil, &StaleVeil::setStale);
    connect(&m_saver, &QTimer::timeout, this, &MainWindow::saveSession);
}

void MainWindow::addPaletteSources()
{
    m_palette->addSource([this](const QString& search) { return findActions(search); });
    m_palette->addSource([this](const QString& search) { return findRanksAndNodes(search); });
    m_palette->addSource([this](const QString& search) { return findLogLines(search); });
}

std::vector<PaletteItem> MainWindow::findActions(const QString& search)
{
    std::vector<PaletteItem> items;
    for (QAction* action : m_actions->all()) {
        if (action->isEnabled() && paletteScore(action->text(), search) > 0) {
            items.push_back({action->text(), action->shortcut().toString(QKeySequence::NativeText),
                             action->property("iconName").toString(), [action] { action->trigger(); }});
        }
    }
    return items;
}

std::vector<PaletteItem> MainWindow::findRanksAndNodes(const QString& search)
{
    std::vector<PaletteItem> items;
    const auto add = [&](const QString& title, const QString& detail, const QString& icon,
                         std::function<void()> select) {
        if (paletteScore(title, search) > 0) {
            items.push_back({title, detail, icon, [this, select = std::move(select)] {
                                 select();
                                 m_inspector->show();
                             }});
        }
    };
    if (const DeploymentState* state = m_parts.deployments->current()) {
        for (const RankStatus& rank : state->ranks) {
            add(tr("Rank %1").arg(rank.rank), rank.node, QStringLiteral("rank"),
                [this, number = rank.rank] { m_parts.selection->selectRank(number); });
        }
    }
    for (const NodeStatus& node : m_parts.cluster->state().nodes) {
        const QString name = node.description.name;
        add(tr("Node %1").arg(name), nodeStateWord(node.state), QStringLiteral("cluster"),
            [this, name] { m_parts.selection->selectNode(name); });
    }
    return items;
}

std::vector<PaletteItem> MainWindow::findLogLines(const QString& search)
{
    std::vector<PaletteItem> items;
    if (search.size() < kMinLogSearch) {
        return items;
    }
    for (int row = m_parts.logs->rowCount() - 1; row >= 0 && static_cast<int>(items.size()) < kMaxLogHits; --row) {
        const QString& text = m_parts.logs->entry(row).line.text;
        if (text.contains(search, Qt::CaseInsensitive)) {
            items.push_back({text, tr("log line"), QStringLiteral("logs"), [this, text] {
                                 showPage(QStringLiteral("logs"));
                                 emit logSearchRequested(text);
                             }});
        }
    }
    return items;
}

void MainWindow::showPage(const QString& id)
{
    const auto found = std::ranges::find(m_pages, id, &PageEntry::id);
    if (found != m_pages.end()) {
        showPageAt(static_cast<int>(found - m_pages.begin()));
    }
}

void MainWindow::showPageAt(int index)
{
    m_stack->setCurrentIndex(index + 1);
    m_stack->currentWidget()->setFocus(Qt::OtherFocusReason);
    m_veil->raise();
    m_rail->setCurrent(index);
    m_failure->setPage(currentPage());
}

void MainWindow::showWelcome()
{
    showPageAt(-1);
}

QString MainWindow::currentPage() const
{
    const int index = m_stack->currentIndex() - 1;
    return index < 0 ? QString() : m_pages[static_cast<std::size_t>(index)].id;
}

void MainWindow::confirmStop()
{
    if (!m_parts.commands->canStop()) {
        return;
    }
    const DeploymentState* state = m_parts.deployments->current();
    askBefore(this,
              {QStringLiteral("confirmStop"), tr("Stop %1?").arg(state->modelName),
               tr("Its workers end and answers in progress are cut off. Bringing it up again takes as long as before."),
               tr("Stop it")},
              [this] { m_parts.commands->stopCurrent(); });
}

void MainWindow::showAbout()
{
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Firstlight"),
                                tr("Firstlight %1").arg(QCoreApplication::applicationVersion()), QMessageBox::Ok, this);
    box->setObjectName(QStringLiteral("aboutBox"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        tr("Brings large models up for the first time: plans, launches, checks, loads, asks, and says "
           "what broke first. Apache License 2.0."));
    box->open();
}

void MainWindow::restoreSession()
{
    const QSettings* store = m_parts.settings->store();
    restoreGeometry(store->value(QLatin1String(kGeometryKey)).toByteArray());
    restoreState(store->value(QLatin1String(kStateKey)).toByteArray());
    m_rail->setCollapsed(store->value(QLatin1String(kCollapsedKey)).toBool());
    for (QSplitter* splitter : findChildren<QSplitter*>()) {
        splitter->restoreState(store->value(QLatin1String(kSplitterKey).arg(splitter->objectName())).toByteArray());
    }
    const QString page = store->value(QLatin1String(kPageKey)).toString();
    if (page.isEmpty()) {
        showWelcome();
    } else {
        showPage(page);
    }
}

void MainWindow::saveSession() const
{
    QSettings* store = m_parts.settings->store();
    store->setValue(QLatin1String(kGeometryKey), saveGeometry());
    store->setValue(QLatin1String(kStateKey), saveState());
    store->setValue(QLatin1String(kPageKey), currentPage());
    store->setValue(QLatin1String(kCollapsedKey), m_rail->isCollapsed());
    for (const QSplitter* splitter : findChildren<QSplitter*>()) {
        store->setValue(QLatin1String(kSplitterKey).arg(splitter->objectName()), splitter->saveState());
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    const QString lost = m_whatIsLost && !m_closeConfirmed ? m_whatIsLost() : QString();
    if (!lost.isEmpty()) {
        event->ignore();
        askBefore(this, {QStringLiteral("confirmClose"), tr("Close the console?"), lost, tr("Close and end it")},
                  [this] {
                      m_closeConfirmed = true;
                      close();
                  });
        return;
    }
    saveSession();
    QMainWindow::closeEvent(event);
}

void MainWindow::retranslate()
{
    setWindowTitle(QStringLiteral("Firstlight"));
    m_actions->retranslate();
    m_inspector->setWindowTitle(tr("Inspector"));
    m_inspector->toggleViewAction()->setText(tr("Inspector"));
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

} // namespace firstlight::ui
