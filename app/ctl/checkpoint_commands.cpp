#include "app/ctl/commands.h"
#include "app/ctl/deployment_printing.h"
#include "app/ctl/json_output.h"
#include "app/ctl/table.h"
#include "backend/base/failure.h"
#include "backend/control/model_checkpoint_desk.h"
#include "backend/diagnose/checkpoint_blocker.h"
#include "backend/plan/planner.h"
#include "backend/report/format.h"
#include "backend/rpc/status.h"
#include "backend/telemetry/node_description.h"
#include "backend/telemetry/nvml.h"

#include <filesystem>

namespace firstlight::ctl {
namespace {

constexpr int kDefaultNodes = 2; // as the controller starts them on one machine

std::string absolutePath(const std::string& path)
{
    return std::filesystem::absolute(path).lexically_normal();
}

std::string verdictText(const v1::Verdict& verdict)
{
    switch (verdict.state()) {
    case v1::VERDICT_STATE_YES:
        return "yes";
    case v1::VERDICT_STATE_PARTLY:
        return "partly";
    case v1::VERDICT_STATE_NO:
        return "NO";
    default:
        return "unknown: there are no weights to look at";
    }
}

std::string findingsText(const v1::CheckpointReport& report)
{
    std::string text;
    for (const v1::Verdict* verdict : {&report.complete(), &report.consistent(), &report.supported()}) {
        for (const v1::FailureDetail& finding : verdict->findings()) {
            text += "  ! " + inOneLine(finding.what()) + " " + inOneLine(finding.next_step()) + "\n";
        }
    }
    return text;
}

// Of a model that no family describes, nothing is computed.
std::string countText(std::int64_t count)
{
    return count > 0 ? report::formatCount(count) : "unknown";
}

std::string cacheText(const v1::CheckpointReport& report)
{
    const bool isKnown = !report.family().empty() || report.kv_bytes_per_token() > 0;
    const std::string bounded =
        report.bounded_cache_bytes() == 0
            ? ""
            : ", and up to " + report::formatBytes(report.bounded_cache_bytes()) + " per sequence (windows, states)";
    return isKnown ? report::formatBytes(report.kv_bytes_per_token()) + " per token" + bounded : "unknown";
}

std::string factsText(const v1::CheckpointReport& report)
{
    const std::string files = report.shard_count() == 0   ? ", computed: there are none here"
                              : report.shard_count() == 1 ? " in 1 shard"
                                                          : " in " + std::to_string(report.shard_count()) + " shards";
    return "  parameters  " + countText(report.parameters_total()) + " (" + countText(report.parameters_active()) +
           " active per token)\n  weights     " + report::formatBytes(report.weight_bytes()) + files +
           "\n  KV cache    " + cacheText(report) + "\n  tensors     " + std::to_string(report.tensors_found()) +
           " found, " + std::to_string(report.tensors_expected()) + " expected, " +
           std::to_string(report.tensors_missing()) + " missing, " + std::to_string(report.tensors_unused()) +
           " unused\n";
}

// What stands in the way must catch the eye in a long table.
std::string supportText(v1::OperatorSupport support)
{
    return support == v1::OPERATOR_SUPPORT_MISSING ? "MISSING" : report::supportName(support);
}

// "0-3, 7"; empty: outside the layers.
std::string layersText(const google::protobuf::RepeatedField<std::int32_t>& layers)
{
    std::string text;
    for (int i = 0; i < layers.size();) {
        int last = i;
        while (last + 1 < layers.size() && layers[last + 1] == layers[last] + 1) {
            ++last;
        }
        text += (text.empty() ? "" : ", ") + std::to_string(layers[i]);
        text += last > i ? "-" + std::to_string(layers[last]) : "";
        i = last + 1;
    }
    return text;
}

std::string operatorsText(const v1::CheckpointReport& report)
{
    Table table({"OPERATOR", "SUPPORT", "LAYERS", "NOTE"});
    for (const v1::OperatorCoverage& row : report.operators()) {
        table.add({row.operator_name(), supportText(row.support()), layersText(row.layers()), row.note()});
    }
    return table.empty() ? std::string() : "\n" + table.text();
}

std::string bytesText(const v1::CheckpointReport& report)
{
    Table table({"BY", "NAME", "SIZE", "TENSORS", "PARAMETERS"});
    const auto add = [&](const std::string& by, const google::protobuf::RepeatedPtrField<v1::NamedBytes>& rows) {
        for (const v1::NamedBytes& row : rows) {
            table.add({by, row.name(), report::formatBytes(row.memory_bytes()), std::to_string(row.tensor_count()),
                       report::formatCount(row.parameter_count())});
        }
    };
    add("role", report.by_role());
    add("type", report.by_dtype());
    return table.empty() ? std::string() : "\n" + table.text();
}

std::string namesText(const std::string& title, const google::protobuf::RepeatedPtrField<std::string>& names)
{
    constexpr int kShown = 20;
    std::string text;
    for (int i = 0; i < std::min(kShown, names.size()); ++i) {
        text += "  " + title + "  " + inOneLine(names[i]) + "\n";
    }
    return text.empty() ? text : "\n" + text;
}

std::string reportText(const v1::CheckpointReport& report)
{
    std::string text = report.name() + "\n  complete    " + verdictText(report.complete()) + "\n  consistent  " +
                       verdictText(report.consistent()) + "\n  supported   " + verdictText(report.supported()) + "\n" +
                       findingsText(report) + "  family      " +
                       (report.family().empty() ? "none fits \"" + report.model_type() + "\"" : report.family()) +
                       "\n" + factsText(report) + "\n";
    Table table({"SECTION", "PROPERTY", "VALUE", "ORIGIN"});
    for (const v1::ArchitectureRow& row : report.architecture()) {
        table.add({row.section(), row.key(), row.value(), row.origin()});
    }
    return (table.empty() ? text : text + table.text()) + operatorsText(report) + bytesText(report) +
           namesText("missing", report.missing_names()) + namesText("unused ", report.unused_names());
}

v1::ClusterState thisMachine(int nodes)
{
    const telemetry::Nvml nvml;
    v1::ClusterState cluster;
    for (int i = 1; i <= nodes; ++i) {
        v1::NodeStatus* node = cluster.add_nodes();
        node->set_state(v1::NODE_STATE_ONLINE);
        *node->mutable_description() = telemetry::describeNode("node-" + std::to_string(i), nvml);
    }
    return cluster;
}

// Other hardware than what is here, as far as the plan looks at it.
v1::ClusterState describedMachines(const Arguments& arguments)
{
    constexpr double kGib = 1024.0 * 1024 * 1024;
    v1::ClusterState cluster;
    for (int i = 1; i <= std::max(1, arguments.nodes); ++i) {
        v1::NodeStatus* node = cluster.add_nodes();
        node->set_state(v1::NODE_STATE_ONLINE);
        node->mutable_description()->set_name("node-" + std::to_string(i));
        node->mutable_description()->set_hostname(node->description().name());
        const int devices = std::max(1, arguments.devices);
        for (int device = 0; device < devices; ++device) {
            v1::Device* added = node->mutable_description()->add_devices();
            added->set_index(device);
            added->set_kind(v1::DEVICE_KIND_CPU); // what the engine runs on; its devices share a node's memory
            added->set_memory_total_bytes(static_cast<std::int64_t>(arguments.deviceMemoryGib * kGib) * devices);
        }
    }
    return cluster;
}

v1::ClusterState plannedCluster(const Arguments& arguments)
{
    return arguments.deviceMemoryGib > 0 ? describedMachines(arguments)
                                         : thisMachine(arguments.nodes > 0 ? arguments.nodes : kDefaultNodes);
}

std::string planText(const v1::PlanResponse& response)
{
    Table table({"LAYOUT", "RANKS", "FITS", "LARGEST RANK", "CAPACITY", "WHY"});
    for (const v1::Plan& plan : response.plans()) {
        std::int64_t largest = 0;
        std::int64_t capacity = 0;
        for (const v1::RankPlan& rank : plan.ranks()) {
            std::int64_t total = 0;
            for (const v1::MemoryAmount& amount : rank.estimate()) {
                total += amount.memory_bytes();
            }
            largest = std::max(largest, total);
            capacity = capacity == 0 ? rank.capacity_bytes() : std::min(capacity, rank.capacity_bytes());
        }
        const bool known = plan.ranks_size() > 0;
        table.add({layoutText(plan.layout()), std::to_string(plan.ranks_size()), plan.fits() ? "yes" : "no",
                   known ? report::formatBytes(largest) : "-", known ? report::formatBytes(capacity) : "-",
                   plan.fits() ? plan.reason() : plan.refusal().what()});
    }
    return table.text();
}

// What the layouts were computed for, which decides whether they fit.
std::string planNote(const v1::PlanRequest& request, const v1::PlanResponse& response)
{
    const auto given = [](std::int32_t number, std::int32_t usual) {
        return std::to_string(number > 0 ? number : usual);
    };
    const v1::Workload& workload = request.workload();
    std::string note = "Planned for a cache of " + given(workload.max_sequences(), plan::kUsualSequences) +
                       " sequences of up to " + given(workload.max_context_tokens(), plan::kUsualContextTokens) +
                       " tokens (or as many as the model takes); --sequences and --context say otherwise.";
    if (response.plans_size() == static_cast<int>(plan::kMostPlans)) {
        note += " The first " + std::to_string(plan::kMostPlans) +
                " layouts are shown; --tp, --pp and --dp ask for others.";
    }
    return note;
}

absl::Status refusalOf(const v1::PlanResponse& response)
{
    if (response.plans().empty()) {
        return base::failure(reasons::kLayoutInvalid, {{"detail", "no layout is possible on these nodes"}});
    }
    return response.plans(0).fits() ? absl::OkStatus() : rpc::statusFromDetail(response.plans(0).refusal());
}

absl::Status blockerOf(const v1::CheckpointReport& report)
{
    const v1::FailureDetail* blocker = diagnose::checkpointBlocker(report);
    return blocker == nullptr ? absl::OkStatus() : rpc::statusFromDetail(*blocker);
}

absl::Status inspect(const Arguments& arguments, const Output& output)
{
    control::ModelCheckpointDesk desk;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const v1::CheckpointReport report,
                                desk.inspect(absolutePath(arguments.operands.front())));
    output.answer(reportText(report));
    output.document(toJson(report));
    return blockerOf(report);
}

// A layout that fits is of use before the engine can run the model, but no reason to say that all is well.
absl::Status plan(const Arguments& arguments, const Output& output)
{
    control::ModelCheckpointDesk desk;
    v1::PlanRequest request;
    request.set_checkpoint_path(absolutePath(arguments.operands.front()));
    *request.mutable_layout() = arguments.layout;
    *request.mutable_workload() = arguments.workload;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const v1::PlanResponse response, desk.plan(request, plannedCluster(arguments)));
    output.answer(planText(response));
    output.note(planNote(request, response));
    output.document(toJson(response));
    FIRSTLIGHT_RETURN_IF_ERROR(refusalOf(response));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const v1::CheckpointReport report, desk.inspect(request.checkpoint_path()));
    return blockerOf(report);
}

} // namespace

base::ExitCode runInspect(const Arguments& arguments, const Output& output)
{
    const absl::Status status = inspect(arguments, output);
    return status.ok() ? base::kExitOk : output.fail(status);
}

base::ExitCode runPlan(const Arguments& arguments, const Output& output)
{
    const absl::Status status = plan(arguments, output);
    return status.ok() ? base::kExitOk : output.fail(status);
}

} // namespace firstlight::ctl
