#include "ui/transport/from_proto.h"

#include "ui/transport/proto_basics.h"

namespace firstlight::ui {
namespace {

static_assert(static_cast<int>(NodeState::Lost) == v1::NODE_STATE_LOST);
static_assert(static_cast<int>(DeviceKind::Cuda) == v1::DEVICE_KIND_CUDA);
static_assert(static_cast<int>(RankState::Exited) == v1::RANK_STATE_EXITED);
static_assert(static_cast<int>(LoadState::Loaded) == v1::LOAD_STATE_LOADED);

constexpr auto convert = [](const auto& message) { return fromProto(message); };

MemoryAmount memoryOf(const v1::MemoryAmount& message)
{
    return {enumValue(message.memory_class(), MemoryClass::OtherProcess), message.memory_bytes()};
}

Device deviceOf(const v1::Device& message)
{
    return {message.index(), enumValue(message.kind(), DeviceKind::Cuda), text(message.name()),
            message.memory_total_bytes(), message.memory_used_bytes()};
}

NodeDescription descriptionOf(const v1::NodeDescription& message)
{
    return {text(message.name()),         text(message.hostname()),    text(message.operating_system()),
            text(message.kernel()),       text(message.cpu_model()),   message.cpu_count(),
            message.memory_total_bytes(), textMap(message.versions()), listOf(message.devices(), deviceOf),
            message.agent_pid()};
}

NodeStatus nodeOf(const v1::NodeStatus& message)
{
    return {descriptionOf(message.description()), enumValue(message.state(), NodeState::Lost),
            fromProto(message.last_sample())};
}

RankPlan rankPlanOf(const v1::RankPlan& message)
{
    return {message.rank(),           text(message.node()),        message.device_index(),
            message.tp_rank(),        message.pp_rank(),           message.dp_rank(),
            message.first_layer(),    message.end_layer(),         listOf(message.estimate(), memoryOf),
            message.capacity_bytes(), message.tensor_slice_count()};
}

RankProgress progressOf(const v1::RankProgress& message)
{
    return {message.rank(),
            message.done(),
            message.total(),
            text(message.unit()),
            message.finished(),
            fromUnixNs(message.start_unix_ns()),
            fromUnixNs(message.end_unix_ns())};
}

StageRecord stageRecordOf(const v1::StageRecord& message)
{
    return {stageOf(message.stage()),
            fromUnixNs(message.start_unix_ns()),
            fromUnixNs(message.end_unix_ns()),
            Milliseconds(message.usual_duration_ms()),
            Milliseconds(message.stall_limit_ms()),
            listOf(message.ranks(), progressOf),
            text(message.summary())};
}

RankStatus rankStatusOf(const v1::RankStatus& message)
{
    return {message.rank(),
            text(message.node()),
            message.device_index(),
            message.pid(),
            enumValue(message.state(), RankState::Exited),
            text(message.exit_description()),
            message.tp_rank(),
            message.pp_rank(),
            message.dp_rank()};
}

CollectiveCounter counterOf(const v1::CollectiveCounter& message)
{
    return {text(message.communicator()), text(message.operation()), message.count(), message.total_bytes(),
            std::chrono::microseconds(message.total_time_us())};
}

CommunicatorState communicatorOf(const v1::CommunicatorState& message)
{
    return {message.rank(), text(message.communicator()), message.last_entered_sequence(),
            message.last_completed_sequence(), text(message.current_operation())};
}

RankSample rankSampleOf(const v1::RankSample& message)
{
    return {message.rank(),
            listOf(message.memory(), memoryOf),
            message.capacity_bytes(),
            message.resident_bytes(),
            message.cpu_busy_percent(),
            message.kv_tokens_used(),
            message.kv_tokens_capacity(),
            message.running_sequences(),
            message.waiting_sequences(),
            message.generated_tokens_total(),
            message.prompt_tokens_total(),
            message.loaded_bytes_total(),
            listOf(message.collectives(), counterOf),
            listOf(message.communicators(), communicatorOf)};
}

CommPair pairOf(const v1::CommPair& message)
{
    return {message.from_rank(), message.to_rank(), message.latency_us(), message.bandwidth_mb_per_s(),
            text(message.link())};
}

CollectiveTiming timingOf(const v1::CollectiveTiming& message)
{
    return {text(message.operation()), message.message_bytes(),  message.time_us(),
            message.algbw_mb_per_s(),  message.busbw_mb_per_s(), message.correct()};
}

} // namespace

Failure fromProto(const v1::FailureDetail& message)
{
    return {text(message.reason()),    textMap(message.arguments()),      text(message.what()),
            text(message.next_step()), stageOf(message.stage()),          message.rank(),
            text(message.node()),      fromUnixNs(message.time_unix_ns())};
}

Event fromProto(const v1::Event& message)
{
    return {message.sequence(),
            fromUnixNs(message.time_unix_ns()),
            {text(message.deployment_id())},
            text(message.node()),
            message.rank(),
            stageOf(message.stage()),
            severityOf(message.severity()),
            text(message.kind()),
            text(message.message()),
            textMap(message.arguments())};
}

LogLine fromProto(const v1::LogLine& message)
{
    return {message.sequence(),
            fromUnixNs(message.time_unix_ns()),
            {text(message.deployment_id())},
            text(message.node()),
            message.rank(),
            text(message.program()),
            severityOf(message.severity()),
            text(message.text())};
}

NodeSample fromProto(const v1::NodeSample& message)
{
    return {text(message.node()), fromUnixNs(message.time_unix_ns()), message.cpu_busy_percent(),
            message.memory_available_bytes(), message.load_average_1min()};
}

ClusterState fromProto(const v1::ClusterState& message)
{
    return {listOf(message.nodes(), nodeOf), fromUnixNs(message.time_unix_ns())};
}

Plan fromProto(const v1::Plan& message)
{
    const v1::Layout& layout = message.layout();
    Plan plan;
    plan.layout = {layout.tensor_parallel(), layout.pipeline_parallel(), layout.data_parallel(),
                   layout.expert_parallel()};
    plan.workload = {message.workload().max_sequences(), message.workload().max_context_tokens()};
    plan.ranks = listOf(message.ranks(), rankPlanOf);
    plan.fits = message.fits();
    if (message.has_refusal()) {
        plan.refusal = fromProto(message.refusal());
    }
    plan.reason = text(message.reason());
    return plan;
}

DeploymentState fromProto(const v1::DeploymentState& message)
{
    DeploymentState state;
    state.id = {text(message.deployment_id())};
    state.checkpointPath = text(message.checkpoint_path());
    state.modelName = text(message.model_name());
    state.driver = text(message.driver());
    state.stage = stageOf(message.stage());
    state.stages = listOf(message.stages(), stageRecordOf);
    state.ranks = listOf(message.ranks(), rankStatusOf);
    state.plan = fromProto(message.plan());
    if (message.has_failure()) {
        state.failure = fromProto(message.failure());
    }
    state.ready = message.ready();
    state.created = fromUnixNs(message.created_unix_ns());
    state.hasVision = message.has_vision();
    state.revision = message.revision();
    return state;
}

MetricFrame fromProto(const v1::MetricFrame& message)
{
    return {fromUnixNs(message.time_unix_ns()),
            {text(message.deployment_id())},
            listOf(message.nodes(), convert),
            listOf(message.ranks(), rankSampleOf)};
}

SliceReport fromProto(const v1::SliceReport& message)
{
    return {message.rank(),
            text(message.tensor()),
            text(message.role()),
            message.layer(),
            message.expert(),
            text(message.dtype()),
            numbers<std::int64_t>(message.shape()),
            numbers<std::int64_t>(message.tensor_shape()),
            message.memory_bytes(),
            enumValue(message.state(), LoadState::Loaded),
            text(message.file())};
}

CommCheckReport fromProto(const v1::CommCheckReport& message)
{
    CommCheckReport report;
    report.deployment = {text(message.deployment_id())};
    report.time = fromUnixNs(message.time_unix_ns());
    report.worldSize = message.world_size();
    report.pairs = listOf(message.pairs(), pairOf);
    report.collectives = listOf(message.collectives(), timingOf);
    report.passed = message.passed();
    report.verdict = text(message.verdict());
    if (message.has_failure()) {
        report.failure = fromProto(message.failure());
    }
    return report;
}

ReportFile fromProto(const v1::CreateReportResponse& message)
{
    return {text(message.file_name()), text(message.html())};
}

ControllerInfo fromProto(const v1::HandshakeResponse& message)
{
    ControllerInfo info;
    info.version = text(message.version());
    info.protocolVersion = message.protocol_version();
    for (const std::string& capability : message.capabilities()) {
        info.capabilities += text(capability);
    }
    info.pid = message.pid();
    info.start = fromUnixNs(message.start_unix_ns());
    info.stateDirectory = text(message.state_directory());
    info.demoCheckpointPath = text(message.demo_checkpoint_path());
    return info;
}

} // namespace firstlight::ui
