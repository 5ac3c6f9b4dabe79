// Estimated against measured memory: one row per rank and class that has either.
#pragma once

#include "ui/models/deployment_store.h"
#include "ui/models/formatting.h"
#include "ui/models/metric_store.h"
#include "ui/models/row_table_model.h"

namespace firstlight::ui {

struct MemoryRow {
    int rank = 0;
    MemoryClass memoryClass = MemoryClass::Unknown;
    std::int64_t estimateBytes = 0;
    std::int64_t measuredBytes = 0;
    std::int64_t peakBytes = 0;
    bool measured = false; // a worker has reported

    bool operator==(const MemoryRow&) const = default;
};

class MemoryTableModel : public RowTableModel<MemoryRow>
{
    Q_OBJECT

public:
    enum Column { Rank, Class, Estimate, Measured, Peak, Difference, ColumnCount };

    MemoryTableModel(const DeploymentStore* deployments, const MetricStore* metrics, QObject* parent = nullptr);

    void setFormatter(const Formatter& formatter);
    void setRank(int rank); // kNoRank: all
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QVariant cell(const MemoryRow& row, int column, int role) const override;

private:
    void refresh();
    void addRank(const RankPlan& plan, std::vector<MemoryRow>& rows) const;
    [[nodiscard]] static std::int64_t raw(const MemoryRow& row, int column);

    const DeploymentStore* m_deployments;
    const MetricStore* m_metrics;
    Formatter m_formatter;
    int m_rank = kNoRank;
};

} // namespace firstlight::ui
