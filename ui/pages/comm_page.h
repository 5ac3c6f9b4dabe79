// Can the ranks talk: latency and bandwidth between each two from a check that ran, collectives, who has not entered.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/models/deployment_store.h"
#include "ui/models/metric_store.h"
#include "ui/models/selection.h"
#include "ui/pages/page.h"

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTableWidget;

namespace firstlight::ui {

class EmptyState;
class HeatMap;

class CommPage : public Page
{
    Q_OBJECT

public:
    CommPage(BackendClient* client, const DeploymentStore* deployments, const MetricStore* metrics,
             Selection* selection, Look* look, QWidget* parent = nullptr);

protected:
    void retranslate() override;

private:
    void buildLayout();
    void connectAll();
    void refreshState();
    void runCheck();
    void showReport(const CommCheckReport& report);
    void showMatrix();
    void showTimings();
    void showCommunicators();

    BackendClient* m_client;
    const DeploymentStore* m_deployments;
    const MetricStore* m_metrics;
    Selection* m_selection;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QLabel* m_title = nullptr;
    QPushButton* m_run = nullptr;
    QComboBox* m_quantity = nullptr;
    QLabel* m_verdict = nullptr;
    HeatMap* m_heat = nullptr;
    QTableWidget* m_timings = nullptr;
    QLabel* m_communicatorsTitle = nullptr;
    QTableWidget* m_communicators = nullptr;
    std::optional<CommCheckReport> m_report;
    Subscription m_subscription;
    bool m_running = false;
};

} // namespace firstlight::ui
