#include "ui/models/inspection.h"

#include "ui/models/backend_text.h"
#include "ui/models/words.h"

#include <QCoreApplication>

#include <algorithm>

namespace firstlight::ui {
namespace {

class Inspector
{
    Q_DECLARE_TR_FUNCTIONS(Inspector)

public:
    explicit Inspector(const Formatter& formatter) : m_format(formatter) {}

    Inspection rank(int rank, const DeploymentState& deployment, const MetricStore& metrics)
    {
        const auto status = std::ranges::find(deployment.ranks, rank, &RankStatus::rank);
        if (status == deployment.ranks.end()) {
            return {};
        }
        m_result.title = tr("Rank %1").arg(rank);
        addStatus(*status);
        if (const RankSample* sample = metrics.latestOfRank(rank)) {
            addSample(*sample);
        }
        addPlan(rank, deployment.plan);
        return std::move(m_result);
    }

    Inspection node(const NodeStatus& node)
    {
        const NodeDescription& description = node.description;
        m_result.title = tr("Node %1").arg(description.name);
        section(tr("State"));
        add(tr("State"), nodeStateWord(node.state));
        add(tr("CPU busy"), m_format.percent(node.lastSample.cpuBusyPercent));
        add(tr("Memory free"), m_format.bytes(node.lastSample.memoryAvailableBytes));
        section(tr("Machine"));
        add(tr("Host"), description.hostname);
        add(tr("Operating system"), description.operatingSystem);
        add(tr("Kernel"), description.kernel);
        add(tr("Processor"), description.cpuModel);
        add(tr("Cores"), m_format.count(description.cpuCount));
        add(tr("Memory"), m_format.bytes(description.memoryTotalBytes));
        section(tr("Versions"));
        for (auto it = description.versions.begin(); it != description.versions.end(); ++it) {
            add(it.key(), it.value());
        }
        return std::move(m_result);
    }

    Inspection stage(const StageRecord& record)
    {
        m_result.title = stageWord(record.stage);
        section(tr("Stage"));
        add(tr("Started"), m_format.clockTime(record.start));
        add(tr("Ended"), m_format.clockTime(record.end));
        add(tr("Usual duration"),
            record.usualDuration.count() > 0 ? m_format.duration(record.usualDuration) : QString());
        add(tr("Stall limit"), record.stallLimit.count() > 0 ? m_format.duration(record.stallLimit) : QString());
        add(tr("Found"), backendText(record.summary, m_format));
        return std::move(m_result);
    }

private:
    void section(const QString& name) { m_section = name; }

    void add(const QString& key, const QString& value)
    {
        if (!value.isEmpty()) {
            m_result.rows.push_back({std::exchange(m_section, QString()), key, value});
        }
    }

    void addStatus(const RankStatus& status)
    {
        section(tr("Process"));
        add(tr("State"), rankStateWord(status.state));
        add(tr("Ended because"), status.exitDescription);
        add(tr("Node"), status.node);
        add(tr("Device"), m_format.count(status.deviceIndex));
        add(tr("Process id"), status.pid == 0 ? QString() : QString::number(status.pid));
        add(tr("Position"), tr("TP %1, PP %2, DP %3").arg(status.tpRank).arg(status.ppRank).arg(status.dpRank));
    }

    void addSample(const RankSample& sample)
    {
        section(tr("Memory"));
        for (const MemoryAmount& amount : sample.memory) {
            add(memoryClassWord(amount.memoryClass), m_format.bytes(amount.bytes));
        }
        add(tr("Capacity"), m_format.bytes(sample.capacityBytes));
        add(tr("Resident"), m_format.bytes(sample.residentBytes));
        section(tr("Work"));
        add(tr("CPU busy"), m_format.percent(sample.cpuBusyPercent));
        add(tr("KV tokens"),
            tr("%1 of %2").arg(m_format.count(sample.kvTokensUsed), m_format.count(sample.kvTokensCapacity)));
        add(tr("Generated tokens"), m_format.count(sample.generatedTokensTotal));
        add(tr("Prompt tokens"), m_format.count(sample.promptTokensTotal));
        add(tr("Loaded"), m_format.bytes(sample.loadedBytesTotal));
        for (const CommunicatorState& state : sample.communicators) {
            add(tr("Communicator %1").arg(state.communicator),
                state.currentOperation.isEmpty()
                    ? tr("idle after number %1").arg(state.lastCompletedSequence)
                    : tr("in %1, number %2").arg(state.currentOperation).arg(state.lastEnteredSequence));
        }
    }

    void addPlan(int rank, const Plan& plan)
    {
        const auto planned = std::ranges::find(plan.ranks, rank, &RankPlan::rank);
        if (planned == plan.ranks.end()) {
            return;
        }
        section(tr("Plan"));
        add(tr("Layers"), tr("%1 to %2").arg(planned->firstLayer).arg(planned->endLayer - 1));
        add(tr("Tensor slices"), m_format.count(planned->tensorSliceCount));
        add(tr("Estimated memory"), m_format.bytes(totalBytes(planned->estimate)));
    }

    const Formatter& m_format;
    Inspection m_result;
    QString m_section;
};

} // namespace

Inspection inspect(const Selected& selected, const DeploymentStore& deployments, const ClusterStore& cluster,
                   const MetricStore& metrics, const Formatter& formatter)
{
    const DeploymentState* deployment = deployments.current();
    if (selected.rank != kNoRank && deployment != nullptr) {
        return Inspector(formatter).rank(selected.rank, *deployment, metrics);
    }
    if (const NodeStatus* node = cluster.node(selected.node)) {
        return Inspector(formatter).node(*node);
    }
    if (selected.kind == SelectedKind::Stage && deployment != nullptr) {
        const auto record = std::ranges::find(deployment->stages, selected.stage, &StageRecord::stage);
        if (record != deployment->stages.end()) {
            return Inspector(formatter).stage(*record);
        }
    }
    return {};
}

} // namespace firstlight::ui
