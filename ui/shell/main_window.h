// The one window: navigation at the left, top bar above, pages in the middle, inspector at the right, status below.
// It knows its pages only as widgets with an id, a title and an icon.
#pragma once

#include "ui/models/cluster_model.h"
#include "ui/models/console_settings.h"
#include "ui/models/deployment_commands.h"
#include "ui/models/job_list.h"
#include "ui/models/log_model.h"
#include "ui/models/metric_store.h"
#include "ui/models/next_step.h"
#include "ui/models/selection.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/page_registry.h"
#include "ui/widgets/look.h"

#include <QMainWindow>
#include <QTimer>

class QDockWidget;
class QStackedWidget;

namespace firstlight::ui {

class ActionSet;
class ConnectionBanner;
class FailureBanner;
class NavigationRail;
class StaleVeil;
class TopBar;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    struct Parts {
        BackendClient* client;
        DeploymentStore* deployments;
        DeploymentCommands* commands;
        ClusterStore* cluster;
        MetricStore* metrics;
        LogModel* logs;
        JobList* jobs;
        Selection* selection;
        ConsoleSettings* settings;
        Look* look;
        Clock clock;
    };

    // `welcome` is shown when there is nothing to come back to.
    MainWindow(const Parts& parts, PageList pages, QWidget* welcome, QWidget* parent = nullptr);
    ~MainWindow() override;

    void showPage(const QString& id);
    void showWelcome();
    [[nodiscard]] QString currentPage() const; // its id; empty: the welcome card
    // Asked when the window is to close: what would be lost, as a sentence; empty: nothing, and it closes at once.
    void setCloseQuestion(std::function<QString()> whatIsLost) { m_whatIsLost = std::move(whatIsLost); }
    // Stops the deployment after asking once.
    void confirmStop();
    // The view of the last session, or the welcome card.
    void restoreSession();
    void saveSession() const;

signals:
    void openCheckpointRequested();
    void demoRequested();
    void startRequested();
    void newConversationRequested();
    void reportRequested();
    void reconnectRequested();
    void stepRequested(const firstlight::ui::NextStep& step);
    void logSearchRequested(const QString& text); // the Logs page is shown already

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build(QWidget* welcome);
    void makeInspector();
    void connectAll();
    void addPaletteSources();
    void showPageAt(int index);
    void showAbout();
    void retranslate();
    [[nodiscard]] std::vector<PaletteItem> findActions(const QString& search);
    [[nodiscard]] std::vector<PaletteItem> findRanksAndNodes(const QString& search);
    [[nodiscard]] std::vector<PaletteItem> findLogLines(const QString& search);

    const Parts m_parts;
    const PageList m_pages;
    ActionSet* m_actions;
    NavigationRail* m_rail;
    TopBar* m_topBar;
    ConnectionBanner* m_banner;
    FailureBanner* m_failure;
    QStackedWidget* m_stack;
    StaleVeil* m_veil;
    CommandPalette* m_palette;
    QDockWidget* m_inspector;
    std::function<QString()> m_whatIsLost;
    bool m_closeConfirmed = false;
    QTimer m_saver; // so that a crash loses little
};

} // namespace firstlight::ui
