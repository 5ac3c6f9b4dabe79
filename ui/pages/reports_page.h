// Reports: how do I tell others? Choose what goes in, look at it, save one self-contained HTML file.
#pragma once

#include "ui/models/deployment_store.h"
#include "ui/models/job_list.h"
#include "ui/pages/page.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTextBrowser;

namespace firstlight::ui {

class EmptyState;
class MessagePanel;

class ReportsPage : public Page
{
    Q_OBJECT

public:
    ReportsPage(BackendClient* client, const DeploymentStore* deployments, JobList* jobs, Look* look,
                QWidget* parent = nullptr);

    // Asks for a report with what is chosen on the page.
    void create();
    // Writes the report that is shown; a failure is shown on the page.
    void saveTo(const QString& path);

protected:
    void retranslate() override;

private:
    [[nodiscard]] QWidget* makeBar();
    void showReport(const ReportFile& report);
    void openSaveDialog();
    void say(Tone tone, const QString& title, const QString& text);
    void refresh();

    BackendClient* m_client;
    const DeploymentStore* m_deployments;
    JobList* m_jobs;
    ReportFile m_report;
    bool m_requested = false;
    QLabel* m_title = nullptr;
    QLabel* m_always = nullptr;
    QCheckBox* m_logs = nullptr;
    QCheckBox* m_environment = nullptr;
    QPushButton* m_create = nullptr;
    QPushButton* m_save = nullptr;
    MessagePanel* m_notice = nullptr;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QTextBrowser* m_preview = nullptr;
};

} // namespace firstlight::ui
