#include "ui/models/rank_table_model.h"

#include "ui/models/words.h"

#include <algorithm>

namespace firstlight::ui {
namespace {

QString markOf(RankState state)
{
    switch (state) {
    case RankState::Late:
        return QStringLiteral("warning");
    case RankState::Exited:
        return QStringLiteral("error");
    default:
        return {};
    }
}

} // namespace

RankTableModel::RankTableModel(const DeploymentStore* deployments, const MetricStore* metrics, QObject* parent)
    : RowTableModel(parent), m_deployments(deployments), m_metrics(metrics)
{
    connect(deployments, &DeploymentStore::currentChanged, this, &RankTableModel::refresh);
    connect(metrics, &MetricStore::appended, this, &RankTableModel::refresh);
    connect(metrics, &MetricStore::cleared, this, &RankTableModel::refresh);
    refresh();
}

void RankTableModel::setFormatter(const Formatter& formatter)
{
    m_formatter = formatter;
    retranslate();
}

int RankTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RankTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Rank:
        return tr("Rank");
    case Node:
        return tr("Node");
    case State:
        return tr("State");
    case Progress:
        return tr("Progress");
    case Memory:
        return tr("Memory");
    case Capacity:
        return tr("Capacity");
    case Cpu:
        return tr("CPU, %");
    case KvTokens:
        return tr("KV tokens");
    case TokensPerSecond:
        return tr("Tokens/s");
    case Process:
        return tr("Process");
    default:
        return {};
    }
}

void RankTableModel::refresh()
{
    std::vector<RankRow> rows;
    if (const DeploymentState* state = m_deployments->current()) {
        const StageRecord* stage = state->stages.empty() ? nullptr : &state->stages.back();
        for (const RankStatus& status : state->ranks) {
            rows.push_back(makeRow(status, stage));
        }
    }
    setRows(std::move(rows));
}

RankRow RankTableModel::makeRow(const RankStatus& status, const StageRecord* stage) const
{
    RankRow row{status, std::nullopt, 0, std::nullopt};
    if (const RankSample* sample = m_metrics->latestOfRank(status.rank)) {
        row.sample = *sample;
    }
    if (const SeriesStore* rate = m_metrics->series({Metric::GeneratedTokensPerSecond, status.rank})) {
        row.tokensPerSecond = rate->latest().value_or(0);
    }
    if (stage != nullptr) {
        const auto found = std::ranges::find(stage->ranks, status.rank, &RankProgress::rank);
        if (found != stage->ranks.end()) {
            row.progress = *found;
        }
    }
    return row;
}

QVariant RankTableModel::cell(const RankRow& row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case RawValueRole:
        return raw(row, column);
    case Qt::ToolTipRole:
        if (column == Memory && row.sample) {
            return m_formatter.exactBytes(totalBytes(row.sample->memory));
        }
        return column == State ? QVariant(row.status.exitDescription) : QVariant();
    case MarkRole:
        return column == State ? markOf(row.status.state) : QString();
    default:
        return {};
    }
}

QString RankTableModel::text(const RankRow& row, int column) const
{
    switch (column) {
    case Rank:
        return m_formatter.count(row.status.rank);
    case Node:
        return row.status.node;
    case State:
        return rankStateWord(row.status.state);
    case Progress:
        return progressText(row);
    case Process:
        return row.status.pid == 0 ? QString() : QString::number(row.status.pid);
    default:
        break;
    }
    if (!row.sample) {
        return QStringLiteral("–");
    }
    switch (column) {
    case Memory:
        return m_formatter.bytes(totalBytes(row.sample->memory));
    case Capacity:
        return m_formatter.bytes(row.sample->capacityBytes);
    case Cpu:
        return m_formatter.significant(row.sample->cpuBusyPercent);
    case KvTokens:
        return tr("%1 of %2")
            .arg(m_formatter.count(row.sample->kvTokensUsed), m_formatter.count(row.sample->kvTokensCapacity));
    case TokensPerSecond:
        return m_formatter.significant(row.tokensPerSecond);
    default:
        return {};
    }
}

QString RankTableModel::progressText(const RankRow& row) const
{
    if (!row.progress) {
        return QStringLiteral("–");
    }
    if (row.progress->finished) {
        return tr("done");
    }
    if (row.progress->total <= 0) {
        return tr("running");
    }
    return m_formatter.percent(100.0 * static_cast<double>(row.progress->done) /
                               static_cast<double>(row.progress->total));
}

QVariant RankTableModel::raw(const RankRow& row, int column)
{
    switch (column) {
    case Rank:
        return row.status.rank;
    case Node:
        return row.status.node;
    case State:
        return static_cast<int>(row.status.state);
    case Progress:
        return row.progress ? QVariant::fromValue<qlonglong>(row.progress->done) : QVariant();
    case Memory:
        return row.sample ? QVariant::fromValue<qlonglong>(totalBytes(row.sample->memory)) : QVariant();
    case Capacity:
        return row.sample ? QVariant::fromValue<qlonglong>(row.sample->capacityBytes) : QVariant();
    case Cpu:
        return row.sample ? QVariant(row.sample->cpuBusyPercent) : QVariant();
    case KvTokens:
        return row.sample ? QVariant::fromValue<qlonglong>(row.sample->kvTokensUsed) : QVariant();
    case TokensPerSecond:
        return row.tokensPerSecond;
    case Process:
        return row.status.pid;
    default:
        return {};
    }
}

} // namespace firstlight::ui
