// The first start: one click from an empty window to the demo model, or a checkpoint of one's own.
#pragma once

#include "ui/models/deployment_commands.h"
#include "ui/pages/page.h"

class QLabel;
class QPushButton;

namespace firstlight::ui {

class WelcomePage : public Page
{
    Q_OBJECT

public:
    WelcomePage(BackendClient* client, DeploymentCommands* commands, Look* look, QWidget* parent = nullptr);

signals:
    void demoRequested();
    void openCheckpointRequested();

protected:
    void retranslate() override;

private:
    void refresh();

    BackendClient* m_client;
    DeploymentCommands* m_commands;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_steps;
    QLabel* m_state;
    QPushButton* m_demo;
    QPushButton* m_open;
};

} // namespace firstlight::ui
