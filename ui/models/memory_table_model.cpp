#include "ui/models/memory_table_model.h"

#include "ui/models/words.h"

#include <algorithm>

namespace firstlight::ui {
namespace {

std::int64_t amountOf(const std::vector<MemoryAmount>& amounts, MemoryClass memoryClass)
{
    const auto found = std::ranges::find(amounts, memoryClass, &MemoryAmount::memoryClass);
    return found == amounts.end() ? 0 : found->bytes;
}

} // namespace

MemoryTableModel::MemoryTableModel(const DeploymentStore* deployments, const MetricStore* metrics, QObject* parent)
    : RowTableModel(parent), m_deployments(deployments), m_metrics(metrics)
{
    connect(deployments, &DeploymentStore::currentChanged, this, &MemoryTableModel::refresh);
    connect(metrics, &MetricStore::appended, this, &MemoryTableModel::refresh);
    connect(metrics, &MetricStore::cleared, this, &MemoryTableModel::refresh);
    refresh();
}

void MemoryTableModel::setFormatter(const Formatter& formatter)
{
    m_formatter = formatter;
    retranslate();
}

void MemoryTableModel::setRank(int rank)
{
    m_rank = rank;
    refresh();
}

int MemoryTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant MemoryTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Rank:
        return tr("Rank");
    case Class:
        return tr("Class");
    case Estimate:
        return tr("Estimate");
    case Measured:
        return tr("Measured");
    case Peak:
        return tr("Peak");
    case Difference:
        return tr("Difference");
    default:
        return {};
    }
}

void MemoryTableModel::refresh()
{
    std::vector<MemoryRow> rows;
    if (const DeploymentState* state = m_deployments->current()) {
        for (const RankPlan& plan : state->plan.ranks) {
            if (m_rank == kNoRank || m_rank == plan.rank) {
                addRank(plan, rows);
            }
        }
    }
    setRows(std::move(rows));
}

void MemoryTableModel::addRank(const RankPlan& plan, std::vector<MemoryRow>& rows) const
{
    const RankSample* sample = m_metrics->latestOfRank(plan.rank);
    for (const MemoryClass memoryClass : kMemoryClasses) {
        MemoryRow row{plan.rank, memoryClass, amountOf(plan.estimate, memoryClass), 0, 0, sample != nullptr};
        if (sample != nullptr) {
            row.measuredBytes = amountOf(sample->memory, memoryClass);
        }
        if (const SeriesStore* series = m_metrics->series({Metric::MemoryBytes, plan.rank, memoryClass});
            series && !series->isEmpty()) {
            row.peakBytes = std::int64_t(series->columns(series->firstTime(), series->lastTime() + 1, 1).front().max);
        }
        if (row.estimateBytes != 0 || row.measuredBytes != 0 || row.peakBytes != 0) {
            rows.push_back(row);
        }
    }
}

std::int64_t MemoryTableModel::raw(const MemoryRow& row, int column)
{
    switch (column) {
    case Rank:
        return row.rank;
    case Class:
        return std::int64_t(row.memoryClass);
    case Estimate:
        return row.estimateBytes;
    case Measured:
        return row.measuredBytes;
    case Peak:
        return row.peakBytes;
    default:
        return row.measuredBytes - row.estimateBytes;
    }
}

QVariant MemoryTableModel::cell(const MemoryRow& row, int column, int role) const
{
    const bool needsMeasurement = column >= Measured;
    switch (role) {
    case Qt::DisplayRole:
        if (column == Rank) {
            return m_formatter.count(row.rank);
        }
        if (column == Class) {
            return memoryClassWord(row.memoryClass);
        }
        return needsMeasurement && !row.measured ? QStringLiteral("–") : m_formatter.bytes(raw(row, column));
    case RawValueRole:
        return QVariant::fromValue<qlonglong>(raw(row, column));
    case Qt::ToolTipRole:
        return column >= Estimate ? QVariant(m_formatter.exactBytes(raw(row, column))) : QVariant();
    default:
        return {};
    }
}

} // namespace firstlight::ui
