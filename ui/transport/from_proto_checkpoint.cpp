// Checkpoints and their tensors.
#include "ui/transport/from_proto.h"
#include "ui/transport/proto_basics.h"

namespace firstlight::ui {
namespace {

static_assert(static_cast<int>(VerdictState::No) == v1::VERDICT_STATE_NO);
static_assert(static_cast<int>(OperatorSupport::Missing) == v1::OPERATOR_SUPPORT_MISSING);

Verdict verdictOf(const v1::Verdict& message)
{
    return {enumValue(message.state(), VerdictState::No),
            listOf(message.findings(), [](const v1::FailureDetail& finding) { return fromProto(finding); })};
}

OperatorCoverage coverageOf(const v1::OperatorCoverage& message)
{
    return {text(message.operator_name()), enumValue(message.support(), OperatorSupport::Missing),
            numbers<int>(message.layers()), text(message.note())};
}

NamedBytes namedBytesOf(const v1::NamedBytes& message)
{
    return {text(message.name()), message.memory_bytes(), message.tensor_count(), message.parameter_count()};
}

ArchitectureRow architectureOf(const v1::ArchitectureRow& message)
{
    return {text(message.section()), text(message.key()), text(message.value()), text(message.origin())};
}

TensorRow tensorOf(const v1::TensorRow& message)
{
    return {text(message.name()),   text(message.dtype()), numbers<std::int64_t>(message.shape()),
            message.memory_bytes(), text(message.file()),  message.file_offset_bytes(),
            text(message.role())};
}

void readCounts(const v1::CheckpointReport& message, CheckpointReport& report)
{
    report.parametersTotal = message.parameters_total();
    report.parametersActive = message.parameters_active();
    report.weightBytes = message.weight_bytes();
    report.kvBytesPerToken = message.kv_bytes_per_token();
    report.boundedCacheBytes = message.bounded_cache_bytes();
    report.tensorsExpected = message.tensors_expected();
    report.tensorsFound = message.tensors_found();
    report.tensorsMissing = message.tensors_missing();
    report.tensorsUnused = message.tensors_unused();
    report.missingNames = listOf(message.missing_names(), text);
    report.unusedNames = listOf(message.unused_names(), text);
    report.shardCount = message.shard_count();
    report.maxContextTokens = message.max_context_tokens();
}

} // namespace

CheckpointReport fromProto(const v1::CheckpointReport& message)
{
    CheckpointReport report;
    report.path = text(message.path());
    report.name = text(message.name());
    report.modelType = text(message.model_type());
    report.family = text(message.family());
    report.complete = verdictOf(message.complete());
    report.consistent = verdictOf(message.consistent());
    report.supported = verdictOf(message.supported());
    report.architecture = listOf(message.architecture(), architectureOf);
    report.byRole = listOf(message.by_role(), namedBytesOf);
    report.byDtype = listOf(message.by_dtype(), namedBytesOf);
    report.operators = listOf(message.operators(), coverageOf);
    report.hasVision = message.has_vision();
    report.hasTokenizer = message.has_tokenizer();
    report.hasChatTemplate = message.has_chat_template();
    report.inspectDuration = std::chrono::microseconds(message.inspect_duration_us());
    report.configHash = text(message.config_hash());
    readCounts(message, report);
    return report;
}

TensorPage fromProto(const v1::ListTensorsResponse& message)
{
    return {message.total_matching(), listOf(message.tensors(), tensorOf)};
}

} // namespace firstlight::ui
