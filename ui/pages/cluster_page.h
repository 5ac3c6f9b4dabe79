// Cluster: what do I have? Nodes and devices with the age of each value, and what differs between nodes.
#pragma once

#include "ui/models/cluster_model.h"
#include "ui/models/selection.h"
#include "ui/pages/page.h"

#include <QTimer>

class QCheckBox;
class QLabel;
class QStackedWidget;
class QTableView;

namespace firstlight::ui {

class EmptyState;
class StatusChip;

class ClusterPage : public Page
{
    Q_OBJECT

public:
    ClusterPage(const ClusterStore* store, Selection* selection, Look* look, Clock clock, QWidget* parent = nullptr);

protected:
    void retranslate() override;

private:
    [[nodiscard]] QWidget* makeContent();
    void refresh();
    void applyFormat();

    const ClusterStore* m_store;
    Selection* m_selection;
    ClusterModel m_devices;
    NodeComparisonModel m_comparison;
    QTimer m_ageTimer;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QLabel* m_title;
    QLabel* m_devicesTitle;
    QLabel* m_comparisonTitle;
    QLabel* m_summary;
    StatusChip* m_differences;
    QCheckBox* m_onlyDifferences;
    QTableView* m_deviceTable;
    QTableView* m_comparisonTable;
};

} // namespace firstlight::ui
