#include "ui/shell/action_set.h"

#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>

namespace firstlight::ui {
namespace {

constexpr char kIconProperty[] = "iconName";

// Ctrl+1 to Ctrl+9, Ctrl+0, then none.
QKeySequence pageShortcut(int index)
{
    return index < 10 ? QKeySequence(QStringLiteral("Ctrl+%1").arg((index + 1) % 10)) : QKeySequence();
}

} // namespace

ActionSet::ActionSet(const PageList& pages, DeploymentCommands* commands, ConsoleSettings* settings, Look* look,
                     QWidget* window)
    : QObject(window)
    , m_pages(pages)
    , m_commands(commands)
    , m_settings(settings)
    , m_look(look)
    , m_window(window)
    , m_open(add(QStringLiteral("openCheckpointAction"), QStringLiteral("folder"), QKeySequence::Open,
                 &ActionSet::openCheckpointRequested))
    , m_demo(add(QStringLiteral("demoAction"), QStringLiteral("start"), QKeySequence(QStringLiteral("Ctrl+Shift+D")),
                 &ActionSet::demoRequested))
    , m_start(add(QStringLiteral("startAction"), QStringLiteral("start"), QKeySequence(QStringLiteral("Ctrl+Return")),
                  &ActionSet::startRequested))
    , m_stop(add(QStringLiteral("stopAction"), QStringLiteral("stop"), QKeySequence(QStringLiteral("Ctrl+Shift+S")),
                 &ActionSet::stopRequested))
    , m_conversation(add(QStringLiteral("newConversationAction"), QStringLiteral("new"), QKeySequence::New,
                         &ActionSet::newConversationRequested))
    , m_report(add(QStringLiteral("reportAction"), QStringLiteral("reports"),
                   QKeySequence(QStringLiteral("Ctrl+Shift+E")), &ActionSet::reportRequested))
    , m_reconnect(add(QStringLiteral("reconnectAction"), QStringLiteral("refresh"),
                      QKeySequence(QStringLiteral("Ctrl+Shift+R")), &ActionSet::reconnectRequested))
    , m_quit(
          add(QStringLiteral("quitAction"), QStringLiteral("close"), QKeySequence(QStringLiteral("Ctrl+Q")), nullptr))
    , m_palette(add(QStringLiteral("paletteAction"), QStringLiteral("search"), QKeySequence(QStringLiteral("Ctrl+K")),
                    &ActionSet::paletteRequested))
    , m_collapse(add(QStringLiteral("collapseAction"), QStringLiteral("collapse"),
                     QKeySequence(QStringLiteral("Ctrl+B")), &ActionSet::collapseRequested))
    , m_welcome(add(QStringLiteral("welcomeAction"), QStringLiteral("bring-up"), {}, &ActionSet::welcomeRequested))
    , m_about(add(QStringLiteral("aboutAction"), QStringLiteral("info"), {}, &ActionSet::aboutRequested))
{
    connect(m_quit, &QAction::triggered, window, &QWidget::close);
    for (int i = 0; i < static_cast<int>(m_pages.size()); ++i) {
        const PageEntry& page = m_pages[static_cast<std::size_t>(i)];
        QAction* action = add(QStringLiteral("goTo_%1").arg(page.id), page.icon, pageShortcut(i), nullptr);
        connect(action, &QAction::triggered, this, [this, i] { emit pageRequested(i); });
        m_pageActions.push_back(action);
    }
    addTheme(ThemeChoice::System, QStringLiteral("themeSystem"));
    addTheme(ThemeChoice::Light, QStringLiteral("themeLight"));
    addTheme(ThemeChoice::Dark, QStringLiteral("themeDark"));
    std::ranges::stable_partition(
        m_all, [this](QAction* action) { return std::ranges::find(m_pageActions, action) != m_pageActions.end(); });
    connect(commands, &DeploymentCommands::changed, this, &ActionSet::refreshState);
    connect(settings, &ConsoleSettings::changed, this, &ActionSet::refreshState);
    connect(look, &Look::changed, this, &ActionSet::refreshIcons);
    refreshIcons();
    refreshState();
}

QAction* ActionSet::add(const QString& name, const QString& icon, const QKeySequence& shortcut,
                        void (ActionSet::*signal)())
{
    auto* action = new QAction(this);
    action->setObjectName(name);
    action->setProperty(kIconProperty, icon);
    action->setShortcut(shortcut);
    m_window->addAction(action);
    if (signal != nullptr) {
        connect(action, &QAction::triggered, this, signal);
    }
    m_all.push_back(action);
    return action;
}

void ActionSet::addTheme(ThemeChoice choice, const QString& name)
{
    QAction* action = add(name, QStringLiteral("settings"), {}, nullptr);
    action->setCheckable(true);
    action->setData(static_cast<int>(choice));
    connect(action, &QAction::triggered, this, [this, choice] {
        m_settings->setTheme(choice);
        refreshState();
    });
    m_themeActions.push_back(action);
}

void ActionSet::fillMenuBar(QMenuBar* bar)
{
    m_fileMenu = bar->addMenu(QString());
    m_fileMenu->addAction(m_open);
    m_fileMenu->addAction(m_conversation);
    m_fileMenu->addAction(m_report);
    m_fileMenu->addSeparator();
    m_fileMenu->addAction(m_quit);
    m_deploymentMenu = bar->addMenu(QString());
    m_deploymentMenu->addAction(m_demo);
    m_deploymentMenu->addAction(m_start);
    m_deploymentMenu->addAction(m_stop);
    m_deploymentMenu->addSeparator();
    m_deploymentMenu->addAction(m_reconnect);
    m_goMenu = bar->addMenu(QString());
    m_goMenu->addAction(m_palette);
    m_goMenu->addSeparator();
    for (QAction* action : m_pageActions) {
        m_goMenu->addAction(action);
    }
    m_viewMenu = bar->addMenu(QString());
    m_viewMenu->addAction(m_collapse);
    m_viewMenu->addSeparator();
    for (QAction* action : m_themeActions) {
        m_viewMenu->addAction(action);
    }
    m_helpMenu = bar->addMenu(QString());
    m_helpMenu->addAction(m_welcome);
    m_helpMenu->addAction(m_about);
    retranslate();
}

void ActionSet::addToViewMenu(QAction* action)
{
    m_viewMenu->insertAction(m_collapse, action);
    m_all.push_back(action);
}

void ActionSet::retranslate()
{
    m_open->setText(tr("Open a checkpoint folder…"));
    m_demo->setText(tr("Bring up the demo model"));
    m_start->setText(tr("Start the chosen checkpoint"));
    m_stop->setText(tr("Stop the deployment"));
    m_conversation->setText(tr("New conversation"));
    m_report->setText(tr("Create a report"));
    m_reconnect->setText(tr("Connect to the controller again"));
    m_quit->setText(tr("Quit"));
    m_palette->setText(tr("Go to or do…"));
    m_collapse->setText(tr("Collapse the navigation"));
    m_welcome->setText(tr("Welcome"));
    m_about->setText(tr("About Firstlight"));
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_pageActions[i]->setText(pageTitle(m_pages[i]));
    }
    const QStringList themes = {tr("Theme of the system"), tr("Light theme"), tr("Dark theme")};
    for (std::size_t i = 0; i < m_themeActions.size(); ++i) {
        m_themeActions[i]->setText(themes.at(static_cast<qsizetype>(i)));
    }
    if (m_fileMenu != nullptr) {
        m_fileMenu->setTitle(tr("&File"));
        m_deploymentMenu->setTitle(tr("&Deployment"));
        m_goMenu->setTitle(tr("&Go"));
        m_viewMenu->setTitle(tr("&View"));
        m_helpMenu->setTitle(tr("&Help"));
    }
}

void ActionSet::refreshState()
{
    m_demo->setEnabled(m_commands->canStart() && !m_commands->demoCheckpoint().isEmpty());
    m_start->setEnabled(m_commands->canStart());
    m_stop->setEnabled(m_commands->canStop());
    for (QAction* action : m_themeActions) {
        action->setChecked(action->data().toInt() == static_cast<int>(m_settings->theme()));
    }
}

void ActionSet::refreshIcons()
{
    for (QAction* action : m_all) {
        if (!action->isCheckable()) {
            action->setIcon(m_look->icon(action->property(kIconProperty).toString()));
        }
    }
}

} // namespace firstlight::ui
