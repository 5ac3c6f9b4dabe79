#include "app/ctl/deployment_printing.h"

#include "app/ctl/table.h"
#include "backend/api/stage_name.h"
#include "backend/report/format.h"

#include <absl/strings/str_format.h>

#include <algorithm>

namespace firstlight::ctl {
namespace {

std::string shortName(const std::string& name, std::size_t prefix)
{
    std::string text = name.size() <= prefix ? "?" : name.substr(prefix);
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c == '_' ? ' ' : static_cast<char>(std::tolower(c)); });
    return text;
}

std::string headline(const v1::DeploymentState& deployment)
{
    if (deployment.has_failure()) {
        return "failed in stage \"" + api::stageName(deployment.failure().stage()) + "\"";
    }
    if (deployment.ready()) {
        return "ready";
    }
    return deployment.stage() == v1::STAGE_STOPPED ? "stopped" : api::stageName(deployment.stage());
}

std::string rankTable(const v1::DeploymentState& deployment)
{
    Table table({"RANK", "NODE", "STATE", "PID", "TP", "PP", "DP", "LAYERS"});
    for (const v1::RankStatus& rank : deployment.ranks()) {
        const std::string end = rank.exit_description().empty() ? "" : " (" + rank.exit_description() + ")";
        std::string layers = "-";
        if (rank.rank() < deployment.plan().ranks_size()) {
            const v1::RankPlan& plan = deployment.plan().ranks(rank.rank());
            layers = std::to_string(plan.first_layer()) + " to " + std::to_string(plan.end_layer() - 1);
        }
        table.add({std::to_string(rank.rank()), rank.node(), shortName(v1::RankState_Name(rank.state()), 11) + end,
                   std::to_string(rank.pid()), std::to_string(rank.tp_rank()), std::to_string(rank.pp_rank()),
                   std::to_string(rank.dp_rank()), layers});
    }
    return table.empty() ? "" : table.text();
}

const v1::CommPair* findPair(const v1::CommCheckReport& check, int from, int to)
{
    const auto pair = std::ranges::find_if(check.pairs(), [&](const v1::CommPair& candidate) {
        return candidate.from_rank() == from && candidate.to_rank() == to;
    });
    return pair == check.pairs().end() ? nullptr : &*pair;
}

std::string matrixText(const v1::CommCheckReport& check, const std::string& title,
                       double (v1::CommPair::*value)() const)
{
    std::vector<std::string> header{title};
    for (int to = 0; to < check.world_size(); ++to) {
        header.push_back("to " + std::to_string(to));
    }
    Table table(header);
    for (int from = 0; from < check.world_size(); ++from) {
        std::vector<std::string> row{"from " + std::to_string(from)};
        for (int to = 0; to < check.world_size(); ++to) {
            const v1::CommPair* pair = findPair(check, from, to);
            row.push_back(pair == nullptr ? "-" : report::formatNumber((pair->*value)()));
        }
        table.add(row);
    }
    return table.text();
}

} // namespace

std::string layoutText(const v1::Layout& layout)
{
    return "TP " + std::to_string(layout.tensor_parallel()) + " x PP " + std::to_string(layout.pipeline_parallel()) +
           " x DP " + std::to_string(layout.data_parallel());
}

std::string progressText(const v1::StageRecord& stage)
{
    std::int64_t done = 0;
    std::int64_t total = 0;
    std::string unit;
    for (const v1::RankProgress& rank : stage.ranks()) {
        done += rank.done();
        total += rank.total();
        unit = rank.unit().empty() ? unit : rank.unit();
    }
    if (total <= 0 || unit.empty()) {
        return {};
    }
    const std::string amount = unit == "bytes" ? report::formatBytes(total) : std::to_string(total) + " " + unit;
    return absl::StrFormat("%d %% of %s", done * 100 / total, amount);
}

std::string stageLine(const v1::StageRecord& stage)
{
    const std::string took =
        stage.end_unix_ns() == 0 ? "..." : report::formatDuration(stage.end_unix_ns() - stage.start_unix_ns());
    const std::string found = stage.end_unix_ns() == 0 ? progressText(stage) : stage.summary();
    return absl::StrFormat("%-20s %10s  %s", api::stageName(stage.stage()), took, found);
}

std::string deploymentText(const v1::DeploymentState& deployment)
{
    std::string text = "Deployment " + deployment.deployment_id() + ": " + deployment.model_name() + ", " +
                       headline(deployment) + "\n";
    text += "  checkpoint  " + deployment.checkpoint_path() + "\n";
    if (deployment.has_plan()) {
        text += "  layout      " + layoutText(deployment.plan().layout()) + "\n";
    }
    text += "  started     " + report::formatTime(deployment.created_unix_ns()) + "\n";
    if (deployment.has_failure()) {
        text += "  failure     " + deployment.failure().what() + "\n";
        text += "  next        " + deployment.failure().next_step() + "\n";
    }
    const std::string ranks = rankTable(deployment);
    text += ranks.empty() ? "" : "\n" + ranks;
    text += "\n";
    for (const v1::StageRecord& stage : deployment.stages()) {
        text += stageLine(stage) + "\n";
    }
    return text;
}

std::string clusterText(const v1::ClusterState& cluster)
{
    Table table({"NODE", "STATE", "HOST", "CORES", "MEMORY", "AVAILABLE", "DEVICES"});
    for (const v1::NodeStatus& node : cluster.nodes()) {
        const v1::NodeDescription& description = node.description();
        const std::int64_t available = node.last_sample().memory_available_bytes();
        table.add({description.name(), shortName(v1::NodeState_Name(node.state()), 11), description.hostname(),
                   std::to_string(description.cpu_count()), report::formatBytes(description.memory_total_bytes()),
                   available == 0 ? "-" : report::formatBytes(available), std::to_string(description.devices_size())});
    }
    return table.text();
}

std::string commCheckText(const v1::CommCheckReport& check)
{
    std::string text = check.verdict() + "\n\n" + matrixText(check, "LATENCY, us", &v1::CommPair::latency_us) + "\n" +
                       matrixText(check, "BANDWIDTH, MB/s", &v1::CommPair::bandwidth_mb_per_s);
    Table table({"COLLECTIVE", "RESULT", "MESSAGE", "TIME, us", "ALGBW, MB/s", "BUSBW, MB/s"});
    for (const v1::CollectiveTiming& timing : check.collectives()) {
        table.add({timing.operation(), timing.correct() ? "correct" : "WRONG",
                   report::formatBytes(timing.message_bytes()), report::formatNumber(timing.time_us()),
                   report::formatNumber(timing.algbw_mb_per_s()), report::formatNumber(timing.busbw_mb_per_s())});
    }
    return table.empty() ? text : text + "\n" + table.text();
}

} // namespace firstlight::ctl
