// Can the ranks talk: latency and bandwidth between each two from a check that ran, collectives, who has not entered.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/models/deployment_store.h"
#include "ui/models/metric_store.h"
#include "ui/models/selection.h"
#include "ui/widgets/look.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedLayout;
class QTableWidget;

namespace firstlight::ui {

class HeatMap;

class CommPage : public QWidget
{
    Q_OBJECT

public:
    CommPage(BackendClient* client, const DeploymentStore* deployments, const MetricStore* metrics, Selection* selection,
             Look* look, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildLayout();
    void connectAll();
    void retranslate();
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
    Look* m_look;
    QStackedLayout* m_stack = nullptr;
    QLabel* m_empty = nullptr;
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
