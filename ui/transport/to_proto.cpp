#include "ui/transport/to_proto.h"

namespace firstlight::ui {
namespace {

void write(const Layout& layout, v1::Layout& message)
{
    message.set_tensor_parallel(layout.tensorParallel);
    message.set_pipeline_parallel(layout.pipelineParallel);
    message.set_data_parallel(layout.dataParallel);
    message.set_expert_parallel(layout.expertParallel);
}

void write(const Workload& workload, v1::Workload& message)
{
    message.set_max_sequences(workload.maxSequences);
    message.set_max_context_tokens(workload.maxContextTokens);
}

void write(const SamplingOptions& sampling, v1::SamplingOptions& message)
{
    message.set_greedy(sampling.greedy);
    message.set_temperature(sampling.temperature);
    message.set_top_p(sampling.topP);
    message.set_top_k(sampling.topK);
    message.set_repetition_penalty(sampling.repetitionPenalty);
    message.set_seed(sampling.seed);
    message.set_max_tokens(sampling.maxTokens);
}

const char* roleName(ChatRole role)
{
    switch (role) {
    case ChatRole::System:
        return "system";
    case ChatRole::Assistant:
        return "assistant";
    case ChatRole::User:
        break;
    }
    return "user";
}

void write(const ChatMessage& value, v1::ChatMessage& message)
{
    message.set_role(roleName(value.role));
    for (const ChatPart& part : value.parts) {
        v1::ChatPart* target = message.add_parts();
        if (part.isImage()) {
            target->set_image(part.image.toStdString());
        } else {
            target->set_text(part.text.toStdString());
        }
    }
}

} // namespace

v1::ListTensorsRequest toProto(const TensorQuery& query)
{
    v1::ListTensorsRequest message;
    message.set_path(query.path.toStdString());
    message.set_filter(query.filter.toStdString());
    message.set_offset(query.offset);
    message.set_limit(query.limit);
    return message;
}

v1::PlanRequest toProto(const PlanRequest& request)
{
    v1::PlanRequest message;
    message.set_checkpoint_path(request.checkpointPath.toStdString());
    message.set_node_count(request.nodeCount);
    write(request.layout, *message.mutable_layout());
    write(request.workload, *message.mutable_workload());
    return message;
}

v1::StartDeploymentRequest toProto(const StartRequest& request, const QString& idempotencyId)
{
    v1::StartDeploymentRequest message;
    message.set_idempotency_id(idempotencyId.toStdString());
    message.set_checkpoint_path(request.checkpointPath.toStdString());
    write(request.layout, *message.mutable_layout());
    write(request.workload, *message.mutable_workload());
    return message;
}

v1::CreateReportRequest toProto(const ReportRequest& request)
{
    v1::CreateReportRequest message;
    message.set_deployment_id(request.deployment.value.toStdString());
    message.set_include_logs(request.includeLogs);
    message.set_include_environment(request.includeEnvironment);
    return message;
}

v1::ChatRequest toProto(const ChatRequest& request, const ChatId& id)
{
    v1::ChatRequest message;
    message.set_idempotency_id(id.value.toStdString());
    message.set_deployment_id(request.deployment.value.toStdString());
    for (const ChatMessage& item : request.messages) {
        write(item, *message.add_messages());
    }
    write(request.sampling, *message.mutable_sampling());
    return message;
}

} // namespace firstlight::ui
