// What fills the devices: stacked timeline by memory class with stage marks, and estimate against measurement.
#pragma once

#include "ui/models/deployment_store.h"
#include "ui/models/memory_table_model.h"
#include "ui/models/metric_store.h"
#include "ui/models/selection.h"
#include "ui/pages/page.h"

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace firstlight::ui {

class EmptyState;
class StackedTimeline;

class MemoryPage : public Page
{
    Q_OBJECT

public:
    MemoryPage(const DeploymentStore* deployments, const MetricStore* metrics, Selection* selection, Look* look,
               QWidget* parent = nullptr);

protected:
    void retranslate() override;

private:
    void buildLayout();
    void connectAll();
    void refresh();
    void refreshRanks();
    void refreshMarks();
    void setBands();
    [[nodiscard]] bool isPresent(MemoryClass memoryClass) const;
    void exportAs(const QString& suffix);
    void saveChart(const QString& path);  // as the suffix says
    [[nodiscard]] int chosenRank() const; // kNoRank: all
    [[nodiscard]] std::vector<SeriesColumn> columnsOf(MemoryClass memoryClass, double from, double to,
                                                      int pixels) const;

    const DeploymentStore* m_deployments;
    const MetricStore* m_metrics;
    Selection* m_selection;
    MemoryTableModel* m_model;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QLabel* m_title = nullptr;
    QComboBox* m_rank = nullptr;
    QPushButton* m_follow = nullptr;
    QPushButton* m_png = nullptr;
    QPushButton* m_svg = nullptr;
    QPushButton* m_csv = nullptr;
    QLabel* m_message = nullptr;
    StackedTimeline* m_timeline = nullptr;
    QTableView* m_table = nullptr;
    std::vector<MemoryClass> m_shown; // classes that have data, lowest band first
};

} // namespace firstlight::ui
