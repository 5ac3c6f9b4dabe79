#include "backend/plan/plan_message.h"

#include "backend/base/failure.h"

namespace firstlight::plan {
namespace {

void addAmount(v1::RankPlan& message, v1::MemoryClass memoryClass, std::int64_t bytes)
{
    v1::MemoryAmount& amount = *message.add_estimate();
    amount.set_memory_class(memoryClass);
    amount.set_memory_bytes(bytes);
}

void fill(const RankPlan& rank, v1::RankPlan& message)
{
    message.set_rank(rank.position.rank);
    message.set_node(rank.device.node);
    message.set_device_index(rank.device.index);
    message.set_tp_rank(rank.position.tp);
    message.set_pp_rank(rank.position.pp);
    message.set_dp_rank(rank.position.dp);
    message.set_first_layer(rank.position.firstLayer);
    message.set_end_layer(rank.position.endLayer);
    addAmount(message, v1::MEMORY_CLASS_WEIGHTS, rank.memory.weights);
    addAmount(message, v1::MEMORY_CLASS_KV_CACHE, rank.memory.kvCache);
    addAmount(message, v1::MEMORY_CLASS_STATE, rank.memory.state);
    addAmount(message, v1::MEMORY_CLASS_ACTIVATIONS, rank.memory.activations);
    addAmount(message, v1::MEMORY_CLASS_COMM, rank.memory.comm);
    addAmount(message, v1::MEMORY_CLASS_VISION, rank.memory.vision);
    message.set_capacity_bytes(rank.device.capacityBytes);
    message.set_tensor_slice_count(rank.sliceCount);
}

void fill(const absl::Status& refusal, v1::FailureDetail& message)
{
    const base::FailureInfo info = base::failureInfo(refusal);
    message.set_reason(info.reasonId);
    message.mutable_arguments()->insert(info.arguments.begin(), info.arguments.end());
    message.set_what(info.what);
    message.set_next_step(info.nextStep);
    message.set_stage(v1::STAGE_PLAN);
    message.set_rank(-1);
}

} // namespace

v1::Plan toMessage(const Plan& plan)
{
    v1::Plan message;
    message.mutable_layout()->set_tensor_parallel(plan.layout.tensorParallel);
    message.mutable_layout()->set_pipeline_parallel(plan.layout.pipelineParallel);
    message.mutable_layout()->set_data_parallel(plan.layout.dataParallel);
    message.mutable_layout()->set_expert_parallel(plan.layout.expertParallel);
    message.mutable_workload()->set_max_sequences(plan.workload.maxSequences);
    message.mutable_workload()->set_max_context_tokens(plan.workload.maxContextTokens);
    for (const RankPlan& rank : plan.ranks) {
        fill(rank, *message.add_ranks());
    }
    message.set_fits(plan.fits);
    if (!plan.refusal.ok()) {
        fill(plan.refusal, *message.mutable_refusal());
    }
    message.set_reason(plan.reason);
    return message;
}

Layout fromMessage(const v1::Layout& layout)
{
    return {layout.tensor_parallel(), layout.pipeline_parallel(), layout.data_parallel(), layout.expert_parallel()};
}

Workload fromMessage(const v1::Workload& workload)
{
    return {workload.max_sequences(), workload.max_context_tokens()};
}

} // namespace firstlight::plan
