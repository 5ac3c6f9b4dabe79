#include "app/console/console_session.h"

#include "ui/models/chat_session.h"
#include "ui/models/checkpoint_store.h"
#include "ui/pages/bring_up_page.h"
#include "ui/pages/chat_page.h"
#include "ui/pages/cluster_page.h"
#include "ui/pages/comm_page.h"
#include "ui/pages/diagnose_page.h"
#include "ui/pages/logs_page.h"
#include "ui/pages/memory_page.h"
#include "ui/pages/model_page.h"
#include "ui/pages/plan_page.h"
#include "ui/pages/reports_page.h"
#include "ui/pages/settings_page.h"
#include "ui/pages/shards_page.h"
#include "ui/pages/welcome_page.h"
#include "ui/shell/appearance.h"
#include "ui/shell/main_window.h"

#include <QApplication>

namespace firstlight::console {

using namespace ui;

struct ConsoleSession::Models {
    explicit Models(const Parts& parts)
        : look(Theme::builtIn(QStringLiteral("light")), Formatter())
        , appearance(qApp, parts.settings, &look)
        , deployments(parts.client)
        , commands(parts.client, &deployments, &jobs)
        , cluster(parts.client)
        , metrics(parts.client)
        , logs(parts.client)
        , ranks(&deployments, &metrics)
        , checkpoint(parts.client)
        , chat(parts.client)
    {
        appearance.apply();
    }

    Look look;
    Appearance appearance;
    JobList jobs;
    Selection selection;
    DeploymentStore deployments;
    DeploymentCommands commands;
    ClusterStore cluster;
    MetricStore metrics;
    LogModel logs;
    RankTableModel ranks;
    CheckpointStore checkpoint;
    ChatSession chat;
};

// Owned by the window, which takes them as children.
struct ConsoleSession::Pages {
    Pages(const Parts& parts, Models& m)
        : welcome(new WelcomePage(parts.client, &m.commands, &m.look))
        , cluster(new ClusterPage(&m.cluster, &m.selection, &m.look, parts.clock))
        , model(new ModelPage(parts.client, &m.checkpoint, &m.look))
        , plan(new PlanPage(parts.client, &m.checkpoint, &m.selection, &m.look))
        , bringUp(new BringUpPage({&m.commands, &m.deployments, &m.ranks, &m.logs, &m.selection, &m.look, parts.clock}))
        , shards(new ShardsPage(parts.client, &m.deployments, &m.selection, &m.look))
        , memory(new MemoryPage(&m.deployments, &m.metrics, &m.selection, &m.look))
        , comm(new CommPage(parts.client, &m.deployments, &m.metrics, &m.selection, &m.look))
        , chat(new ChatPage(&m.chat, &m.deployments, &m.commands, &m.look))
        , logs(new LogsPage(&m.logs, &m.selection, &m.look))
        , diagnose(new DiagnosePage(&m.deployments, &m.logs, &m.selection, &m.look))
        , reports(new ReportsPage(parts.client, &m.deployments, &m.jobs, &m.look))
        , settings(new SettingsPage(parts.settings, &m.look))
    {
    }

    // The order of the navigation. A new page: its constructor above, one line here.
    [[nodiscard]] PageList list() const
    {
        return {
            {QStringLiteral("cluster"), QT_TRANSLATE_NOOP("Pages", "Cluster"), QStringLiteral("cluster"), cluster},
            {QStringLiteral("model"), QT_TRANSLATE_NOOP("Pages", "Model"), QStringLiteral("model"), model},
            {QStringLiteral("plan"), QT_TRANSLATE_NOOP("Pages", "Plan"), QStringLiteral("plan"), plan},
            {QStringLiteral("bring-up"), QT_TRANSLATE_NOOP("Pages", "Bring-up"), QStringLiteral("bring-up"), bringUp},
            {QStringLiteral("shards"), QT_TRANSLATE_NOOP("Pages", "Shards"), QStringLiteral("shards"), shards},
            {QStringLiteral("memory"), QT_TRANSLATE_NOOP("Pages", "Memory"), QStringLiteral("memory"), memory},
            {QStringLiteral("comm"), QT_TRANSLATE_NOOP("Pages", "Comm"), QStringLiteral("comm"), comm},
            {QStringLiteral("chat"), QT_TRANSLATE_NOOP("Pages", "Chat"), QStringLiteral("chat"), chat},
            {QStringLiteral("logs"), QT_TRANSLATE_NOOP("Pages", "Logs"), QStringLiteral("logs"), logs},
            {QStringLiteral("diagnose"), QT_TRANSLATE_NOOP("Pages", "Diagnosis"), QStringLiteral("diagnose"), diagnose},
            {QStringLiteral("reports"), QT_TRANSLATE_NOOP("Pages", "Reports"), QStringLiteral("reports"), reports},
            {QStringLiteral("settings"), QT_TRANSLATE_NOOP("Pages", "Settings"), QStringLiteral("settings"), settings},
        };
    }

    WelcomePage* welcome;
    ClusterPage* cluster;
    ModelPage* model;
    PlanPage* plan;
    BringUpPage* bringUp;
    ShardsPage* shards;
    MemoryPage* memory;
    CommPage* comm;
    ChatPage* chat;
    LogsPage* logs;
    DiagnosePage* diagnose;
    ReportsPage* reports;
    SettingsPage* settings;
};

ConsoleSession::ConsoleSession(Parts parts)
    : m_parts(std::move(parts))
    , m_models(std::make_unique<Models>(m_parts))
    , m_pages(std::make_unique<Pages>(m_parts, *m_models))
{
    Models& m = *m_models;
    m_window = std::make_unique<MainWindow>(MainWindow::Parts{m_parts.client, &m.deployments, &m.commands, &m.cluster,
                                                              &m.metrics, &m.logs, &m.jobs, &m.selection,
                                                              m_parts.settings, &m.look, m_parts.clock},
                                            m_pages->list(), m_pages->welcome);
    m_window->setCloseQuestion([this] { return lostByClosing(); });
    connectPages();
    connectFirstStart();
}

ConsoleSession::~ConsoleSession() = default;

MainWindow* ConsoleSession::window() const
{
    return m_window.get();
}

void ConsoleSession::show(const ConsoleOptions& options)
{
    m_window->restoreSession();
    const bool asksForAModel = options.page.isEmpty() && !options.checkpoint.isEmpty();
    m_window->showPage(asksForAModel ? QStringLiteral("model") : options.page);
    openCheckpoint(options.checkpoint.isEmpty() ? m_parts.settings->lastCheckpoint() : options.checkpoint);
    m_window->show();
}

// What closing the window would end, as a sentence; empty: nothing.
QString ConsoleSession::lostByClosing() const
{
    const DeploymentState* state = m_models->deployments.current();
    if (state == nullptr || isOver(*state) || !m_parts.endsWithConsole()) {
        return {};
    }
    return tr("%1 runs under the console's own controller and ends with it.").arg(state->modelName);
}

void ConsoleSession::connectPages()
{
    Models& m = *m_models;
    Pages& p = *m_pages;
    const auto show = [this](const char* page) { return [this, page] { m_window->showPage(QLatin1String(page)); }; };
    connectCheckpoint();
    connectSteps();
    connect(p.bringUp, &BringUpPage::stopRequested, m_window.get(), &MainWindow::confirmStop);
    connect(p.bringUp, &BringUpPage::showChatRequested, this, show("chat"));
    connect(p.chat, &ChatPage::showBringUpRequested, this, show("bring-up"));
    connect(p.plan, &PlanPage::layoutChosen, this, [this, &p](const Layout& layout, const Workload& workload) {
        p.bringUp->setPlan(layout, workload);
        m_window->showPage(QStringLiteral("bring-up"));
    });
    connect(m_window.get(), &MainWindow::startRequested, this, show("bring-up"));
    connect(m_window.get(), &MainWindow::startRequested, p.bringUp, &BringUpPage::start);
    connect(m_window.get(), &MainWindow::newConversationRequested, this, show("chat"));
    connect(m_window.get(), &MainWindow::newConversationRequested, &m.chat, &ChatSession::clear);
    connect(m_window.get(), &MainWindow::reportRequested, this, show("reports"));
    connect(m_window.get(), &MainWindow::reportRequested, p.reports, &ReportsPage::create);
    connect(m_window.get(), &MainWindow::logSearchRequested, p.logs, &LogsPage::searchFor);
    connect(m_window.get(), &MainWindow::reconnectRequested, this, &ConsoleSession::reconnectRequested);
    connect(p.diagnose, &DiagnosePage::reportRequested, m_window.get(), &MainWindow::reportRequested);
    connect(p.settings, &SettingsPage::reconnectRequested, this, &ConsoleSession::reconnectRequested);
}

// One checkpoint for the whole console, wherever it was chosen.
void ConsoleSession::connectCheckpoint()
{
    CheckpointStore& store = m_models->checkpoint;
    connect(m_pages->bringUp, &BringUpPage::checkpointChosen, this, &ConsoleSession::openCheckpoint);
    connect(&store, &CheckpointStore::changed, this, [this, &store, shown = QString()]() mutable {
        if (std::exchange(shown, store.path()) != store.path()) { // an answer must not undo what is being typed
            m_pages->bringUp->setCheckpoint(store.path());
        }
        if (store.report()) {
            m_parts.settings->setLastCheckpoint(store.path());
        }
    });
}

void ConsoleSession::openCheckpoint(const QString& path)
{
    const CheckpointStore& store = m_models->checkpoint;
    const bool known = store.path() == path && (store.report() || store.isInspecting());
    if (!path.isEmpty() && !known) {
        m_models->checkpoint.open(path);
    }
}

void ConsoleSession::connectSteps()
{
    connect(m_window.get(), &MainWindow::stepRequested, this, &ConsoleSession::goTo);
    for (const PageEntry& entry : m_pages->list()) {
        connect(static_cast<Page*>(entry.widget), &Page::stepRequested, this, &ConsoleSession::goTo);
    }
}

void ConsoleSession::goTo(const NextStep& step)
{
    if (step.page == QLatin1String("logs")) {
        m_pages->logs->showRank(step.rank);
    }
    m_window->showPage(step.page);
}

// From the welcome card to a chat: one click, then only watching.
void ConsoleSession::connectFirstStart()
{
    Pages& p = *m_pages;
    const auto bringUpDemo = [this, &p] {
        m_firstStart = true;
        m_window->showPage(QStringLiteral("bring-up"));
        p.bringUp->startDemo();
    };
    connect(p.welcome, &WelcomePage::demoRequested, this, bringUpDemo);
    connect(m_window.get(), &MainWindow::demoRequested, this, bringUpDemo);
    const auto openCheckpoint = [this, &p] {
        m_window->showPage(QStringLiteral("bring-up"));
        p.bringUp->openFolderDialog();
    };
    connect(p.welcome, &WelcomePage::openCheckpointRequested, this, openCheckpoint);
    connect(m_window.get(), &MainWindow::openCheckpointRequested, this, openCheckpoint);
    connect(&m_models->deployments, &DeploymentStore::currentChanged, this, [this] {
        const DeploymentState* state = m_models->deployments.current();
        if (!m_firstStart || state == nullptr) {
            return;
        }
        if (state->ready && m_window->currentPage() == QStringLiteral("bring-up")) {
            m_window->showPage(QStringLiteral("chat"));
        }
        m_firstStart = !state->ready && !isOver(*state);
    });
}

} // namespace firstlight::console
