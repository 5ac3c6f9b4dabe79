// Every action of the console, made once: they stand in the menus, carry the shortcuts, and are found in the palette.
#pragma once

#include "ui/models/console_settings.h"
#include "ui/models/deployment_commands.h"
#include "ui/shell/page_registry.h"
#include "ui/widgets/look.h"

#include <QAction>
#include <QObject>

class QMenu;
class QMenuBar;

namespace firstlight::ui {

class ActionSet : public QObject
{
    Q_OBJECT

public:
    ActionSet(const PageList& pages, DeploymentCommands* commands, ConsoleSettings* settings, Look* look,
              QWidget* window);

    void fillMenuBar(QMenuBar* bar);
    void retranslate();
    // All of them, for the palette.
    [[nodiscard]] const std::vector<QAction*>& all() const { return m_all; }
    [[nodiscard]] QAction* stop() const { return m_stop; }
    void addToViewMenu(QAction* action); // a dock's toggle

signals:
    void pageRequested(int index);
    void openCheckpointRequested();
    void demoRequested();
    void startRequested();
    void newConversationRequested();
    void reportRequested();
    void stopRequested();
    void paletteRequested();
    void collapseRequested();
    void welcomeRequested();
    void reconnectRequested();
    void aboutRequested();

private:
    QAction* add(const QString& name, const QString& icon, const QKeySequence& shortcut, void (ActionSet::*signal)());
    void addTheme(ThemeChoice choice, const QString& name);
    void refreshState();
    void refreshIcons();

    const PageList m_pages;
    DeploymentCommands* m_commands;
    ConsoleSettings* m_settings;
    Look* m_look;
    QWidget* m_window;
    std::vector<QAction*> m_all;
    std::vector<QAction*> m_pageActions;
    std::vector<QAction*> m_themeActions;
    QAction* m_open;
    QAction* m_demo;
    QAction* m_start;
    QAction* m_stop;
    QAction* m_conversation;
    QAction* m_report;
    QAction* m_reconnect;
    QAction* m_quit;
    QAction* m_palette;
    QAction* m_collapse;
    QAction* m_welcome;
    QAction* m_about;
    QMenu* m_fileMenu = nullptr;
    QMenu* m_deploymentMenu = nullptr;
    QMenu* m_viewMenu = nullptr;
    QMenu* m_goMenu = nullptr;
    QMenu* m_helpMenu = nullptr;
};

} // namespace firstlight::ui
