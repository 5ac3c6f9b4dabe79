#include "backend/engine/scheduler.h"

#include "backend/engine/sampler.h"

#include <algorithm>
#include <utility>

namespace firstlight::engine {

namespace {

GeneratedToken endOnly(const std::string& reason)
{
    return {-1, 0.0F, reason};
}

std::array<float, 3> threeValues(const std::vector<float>& values)
{
    return {values[0], values[1], values[2]};
}

} // namespace

Scheduler::Scheduler(const model::ModelSpec& spec, const StepLimits& limits, std::int32_t maxSequences,
                     std::int32_t kvBlockCount, RequestQueue& queue)
    : m_spec(spec), m_limits(limits), m_maxSequences(maxSequences), m_queue(queue), m_blocks(kvBlockCount)
{
}

StepPlan Scheduler::next()
{
    handleCancellations();
    admit();
    StepPlan plan;
    m_planned.clear();
    bool prompting = false;
    for (Sequence& sequence : m_sequences) {
        if (!sequence.prompting()) {
            planNextToken(plan, sequence);
        } else if (!prompting) {
            prompting = true;
            planImage(plan, sequence);
            planPrompt(plan, sequence);
        }
    }
    plan.counters = counters();
    return plan;
}

void Scheduler::handleCancellations()
{
    const std::set<std::string> cancelled = m_queue.takeCancelled();
    if (cancelled.empty()) {
        return;
    }
    for (const PendingRequest& pending : m_queue.takeWaiting(cancelled)) {
        pending.sink(endOnly("cancelled"));
    }
    for (Sequence& sequence : m_sequences) {
        if (cancelled.contains(sequence.pending.request.id)) {
            finish(sequence, endOnly("cancelled"));
        }
    }
    removeFinished();
}

void Scheduler::admit()
{
    while (static_cast<std::int32_t>(m_sequences.size()) < m_maxSequences) {
        std::optional<PendingRequest> pending =
            m_queue.popIf([this](const PendingRequest& waiting) { return blocksFor(waiting) <= m_blocks.freeCount(); });
        if (!pending) {
            return;
        }
        Sequence& sequence = m_sequences.emplace_back();
        m_blocks.allocate(blocksFor(*pending), sequence.blocks);
        sequence.tokens = pending->request.tokens;
        sequence.pending = *std::move(pending);
    }
}

std::int32_t Scheduler::blocksFor(const PendingRequest& pending) const
{
    const std::int64_t wanted =
        static_cast<std::int64_t>(pending.request.tokens.size()) + pending.request.sampling.maxTokens;
    return kvBlocksFor(std::min<std::int64_t>(wanted, m_limits.contextTokens));
}

void Scheduler::planImage(StepPlan& plan, Sequence& sequence)
{
    GenerationRequest& request = sequence.pending.request;
    if (sequence.imagesDone == static_cast<std::int32_t>(request.images.size())) {
        return;
    }
    const auto index = static_cast<std::size_t>(sequence.imagesDone++);
    StepImage& image = plan.images.emplace_back();
    image.width = request.images[index].width;
    image.height = request.images[index].height;
    image.featureRow = sequence.featureRows;
    image.mean = threeValues(request.imageMean);
    image.deviation = threeValues(request.imageStd);
    image.rgb = std::move(request.images[index].rgb);
    sequence.featureRows += sequence.pending.grids[index].tokenCount();
}

void Scheduler::planPrompt(StepPlan& plan, Sequence& sequence)
{
    if (sequence.imagesDone < static_cast<std::int32_t>(sequence.pending.request.images.size())) {
        return;
    }
    const std::int32_t count = std::min(kPromptChunk, sequence.promptTokens() - sequence.cached);
    addSegment(plan, sequence, count, sequence.cached + count == sequence.promptTokens());
    m_promptTokensTotal += count;
}

void Scheduler::planNextToken(StepPlan& plan, Sequence& sequence)
{
    addSegment(plan, sequence, 1, true);
}

void Scheduler::addSegment(StepPlan& plan, Sequence& sequence, std::int32_t count, bool sample)
{
    const auto blocks = sequence.blocks.begin();
    plan.segments.push_back({sequence.cached, count, sample, {blocks, blocks + kvBlocksFor(sequence.cached + count)}});
    for (std::int32_t index = sequence.cached; index < sequence.cached + count; ++index) {
        addRow(plan, sequence, index);
    }
    sequence.cached += count;
    m_planned.push_back(&sequence);
}

void Scheduler::addRow(StepPlan& plan, Sequence& sequence, std::int32_t index)
{
    const std::int32_t token = sequence.tokens[static_cast<std::size_t>(index)];
    plan.tokens.push_back(token);
    if (index >= sequence.promptTokens()) {
        const std::int32_t place = sequence.pending.prompt.next + index - sequence.promptTokens();
        plan.positions.push_back({place, place, place});
        plan.featureRows.push_back(-1);
        return;
    }
    plan.positions.push_back(sequence.pending.prompt.positions[static_cast<std::size_t>(index)]);
    const bool image = !sequence.pending.grids.empty() && token == m_spec.imageTokenId;
    plan.featureRows.push_back(image ? sequence.imageTokens++ : -1);
}

void Scheduler::complete(const StepPlan& plan, std::span<const float> logits)
{
    const auto width = static_cast<std::size_t>(m_spec.vocabularySize);
    std::size_t row = 0;
    for (std::size_t index = 0; index < plan.segments.size(); ++index) {
        if (plan.segments[index].sample) {
            takeToken(*m_planned[index], logits.subspan(row++ * width, width));
        }
    }
    removeFinished();
}

void Scheduler::takeToken(Sequence& sequence, std::span<const float> logits)
{
    const GenerationRequest& request = sequence.pending.request;
    const SampledToken sampled =
        sampleToken(logits, request.sampling, sequence.tokens, static_cast<std::uint64_t>(sequence.generated()));
    ++m_generatedTokensTotal;
    if (std::find(request.stopTokens.begin(), request.stopTokens.end(), sampled.token) != request.stopTokens.end()) {
        finish(sequence, endOnly("stop"));
        return;
    }
    sequence.tokens.push_back(sampled.token);
    GeneratedToken token{sampled.token, sampled.logprob, {}};
    if (sequence.generated() == request.sampling.maxTokens ||
        static_cast<std::int32_t>(sequence.tokens.size()) == m_limits.contextTokens) {
        token.finishReason = "length";
        finish(sequence, std::move(token));
    } else {
        sequence.pending.sink(std::move(token));
    }
}

void Scheduler::finish(Sequence& sequence, GeneratedToken token)
{
    sequence.pending.sink(std::move(token));
    m_blocks.release(sequence.blocks);
    m_finished.push_back(&sequence);
}

void Scheduler::removeFinished()
{
    m_sequences.remove_if([this](const Sequence& sequence) {
        return std::find(m_finished.begin(), m_finished.end(), &sequence) != m_finished.end();
    });
    m_finished.clear();
}

void Scheduler::finishAll(const std::string& reason)
{
    for (const PendingRequest& pending : m_queue.close()) {
        pending.sink(endOnly(reason));
    }
    for (Sequence& sequence : m_sequences) {
        finish(sequence, endOnly(reason));
    }
    removeFinished();
}

void Scheduler::failAll(const absl::Status& status)
{
    for (const PendingRequest& pending : m_queue.close()) {
        pending.sink(status);
    }
    for (Sequence& sequence : m_sequences) {
        sequence.pending.sink(status);
        m_blocks.release(sequence.blocks);
    }
    m_sequences.clear();
}

StepCounters Scheduler::counters() const
{
    StepCounters counters;
    counters.running = static_cast<std::int32_t>(m_sequences.size());
    counters.waiting = m_queue.waitingCount();
    for (const Sequence& sequence : m_sequences) {
        counters.kvTokens += sequence.cached;
    }
    counters.promptTokensTotal = m_promptTokensTotal;
    counters.generatedTokensTotal = m_generatedTokensTotal;
    return counters;
}

} // namespace firstlight::engine
