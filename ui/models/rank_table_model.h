// The ranks of the current deployment with their newest measurements, one row each.
#pragma once

#include "ui/models/deployment_store.h"
#include "ui/models/formatting.h"
#include "ui/models/metric_store.h"
#include "ui/models/row_table_model.h"

#include <optional>

namespace firstlight::ui {

struct RankRow {
    RankStatus status;
    std::optional<RankSample> sample;
    double tokensPerSecond = 0;
    std::optional<RankProgress> progress; // in the stage that runs

    bool operator==(const RankRow&) const = default;
};

class RankTableModel : public RowTableModel<RankRow>
{
    Q_OBJECT

public:
    enum Column { Rank, Node, State, Progress, Memory, Capacity, Cpu, KvTokens, TokensPerSecond, Process, ColumnCount };

    RankTableModel(const DeploymentStore* deployments, const MetricStore* metrics, QObject* parent = nullptr);

    void setFormatter(const Formatter& formatter);
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QVariant cell(const RankRow& row, int column, int role) const override;

private:
    void refresh();
    [[nodiscard]] RankRow makeRow(const RankStatus& status, const StageRecord* stage) const;
    [[nodiscard]] QString text(const RankRow& row, int column) const;
    [[nodiscard]] QString progressText(const RankRow& row) const;
    [[nodiscard]] static QVariant raw(const RankRow& row, int column);

    const DeploymentStore* m_deployments;
    const MetricStore* m_metrics;
    Formatter m_formatter;
};

} // namespace firstlight::ui
