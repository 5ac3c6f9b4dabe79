#include "app/worker/conversions.h"

#include "backend/checkpoint/checkpoint_index.h"

#include <algorithm>

namespace firstlight::worker {
namespace {

v1::LoadState loadStateFrom(engine::SliceState state)
{
    switch (state) {
    case engine::SliceState::kPlanned:
        return v1::LOAD_STATE_PLANNED;
    case engine::SliceState::kAllocated:
        return v1::LOAD_STATE_ALLOCATED;
    case engine::SliceState::kLoaded:
        return v1::LOAD_STATE_LOADED;
    }
    return v1::LOAD_STATE_UNSPECIFIED;
}

engine::Sampling samplingFrom(const v1::SamplingOptions& options)
{
    engine::Sampling sampling;
    sampling.greedy = options.greedy();
    sampling.temperature = options.temperature();
    sampling.topP = options.top_p();
    sampling.topK = options.top_k();
    sampling.repetitionPenalty = options.repetition_penalty();
    sampling.seed = options.seed();
    sampling.maxTokens = options.max_tokens();
    return sampling;
}

} // namespace

plan::Layout layoutFrom(const v1::Layout& layout)
{
    const auto degree = [](std::int32_t value) { return std::max(1, value); };
    return {degree(layout.tensor_parallel()), degree(layout.pipeline_parallel()), degree(layout.data_parallel()),
            degree(layout.expert_parallel())};
}

engine::GenerationRequest generationFrom(const v1::GenerateRequest& request)
{
    engine::GenerationRequest result;
    result.id = request.request_id();
    result.tokens.assign(request.tokens().begin(), request.tokens().end());
    result.stopTokens.assign(request.stop_tokens().begin(), request.stop_tokens().end());
    for (const v1::GenerateImage& image : request.images()) {
        result.images.push_back({image.width(), image.height(), {image.rgb().begin(), image.rgb().end()}});
    }
    result.sampling = samplingFrom(request.sampling());
    return result;
}

v1::GenerateEvent eventFrom(const engine::GeneratedToken& token)
{
    v1::GenerateEvent event;
    event.set_token(token.token);
    event.set_logprob(token.logprob);
    event.set_finish_reason(token.finishReason);
    return event;
}

v1::SliceReport sliceReportFrom(const engine::SliceInfo& slice, std::int32_t rank)
{
    v1::SliceReport report;
    report.set_rank(rank);
    report.set_tensor(slice.tensor);
    report.set_role(slice.role.role);
    report.set_layer(slice.role.layer);
    report.set_expert(slice.role.expert);
    report.set_dtype(std::string(checkpoint::dtypeName(slice.dtype)));
    report.mutable_shape()->Assign(slice.shape.begin(), slice.shape.end());
    report.mutable_tensor_shape()->Assign(slice.tensorShape.begin(), slice.tensorShape.end());
    report.set_memory_bytes(slice.sizeBytes);
    report.set_state(loadStateFrom(slice.state));
    report.set_file(slice.file);
    return report;
}

void addStats(const engine::EngineStats& stats, v1::RankSample& sample)
{
    for (int index = 0; index < engine::kMemoryClassCount; ++index) {
        v1::MemoryAmount& amount = *sample.add_memory();
        amount.set_memory_class(static_cast<v1::MemoryClass>(index + 1)); // both count the same names, we from 0
        amount.set_memory_bytes(stats.memoryBytes[index]);
    }
    sample.set_capacity_bytes(stats.capacityBytes);
    sample.set_kv_tokens_used(stats.kvTokensUsed);
    sample.set_kv_tokens_capacity(stats.kvTokensCapacity);
    sample.set_running_sequences(stats.runningSequences);
    sample.set_waiting_sequences(stats.waitingSequences);
    sample.set_generated_tokens_total(stats.generatedTokensTotal);
    sample.set_prompt_tokens_total(stats.promptTokensTotal);
    sample.set_loaded_bytes_total(stats.loadedBytesTotal);
}

void addCommunicator(const collective::Communicator& group, v1::RankSample& sample)
{
    for (const collective::OperationCounter& counter : group.counters()) {
        v1::CollectiveCounter& added = *sample.add_collectives();
        added.set_communicator(group.name());
        added.set_operation(counter.operation);
        added.set_count(counter.count);
        added.set_total_bytes(counter.totalBytes);
        added.set_total_time_us(counter.totalTime.count());
    }
    const collective::Progress progress = group.progress();
    v1::CommunicatorState& state = *sample.add_communicators();
    state.set_rank(sample.rank());
    state.set_communicator(group.name());
    state.set_last_entered_sequence(progress.lastEntered);
    state.set_last_completed_sequence(progress.lastCompleted);
    state.set_current_operation(progress.currentOperation);
}

v1::CommCheckReport commCheckReportFrom(const collective::CommCheckResult& result, std::string_view link)
{
    v1::CommCheckReport report;
    for (const collective::PairTiming& pair : result.pairs) {
        v1::CommPair& added = *report.add_pairs();
        added.set_from_rank(pair.from);
        added.set_to_rank(pair.to);
        added.set_latency_us(pair.latencyUs);
        added.set_bandwidth_mb_per_s(pair.bandwidthMbPerS);
        added.set_link(std::string(link));
    }
    for (const collective::CollectiveResult& collective : result.collectives) {
        v1::CollectiveTiming& added = *report.add_collectives();
        added.set_operation(collective.operation);
        added.set_message_bytes(collective.messageBytes);
        added.set_time_us(collective.timeUs);
        added.set_algbw_mb_per_s(collective.algbwMbPerS);
        added.set_busbw_mb_per_s(collective.busbwMbPerS);
        added.set_correct(collective.correct);
    }
    report.set_passed(result.passed);
    report.set_verdict(result.verdict);
    return report;
}

} // namespace firstlight::worker
