// Decides what each step computes: continuous batching with chunked prompts. Lives on the leader's serving thread.
//
// One prompt is computed at a time, at most kPromptChunk tokens and one image per step, beside the next token of every
// sequence that generates. A sequence is admitted when its whole cache, prompt and answer, is free; so nothing that
// runs is ever pushed out. Sinks are called on this thread.
#pragma once

#include "backend/engine/compute.h"
#include "backend/engine/kv_blocks.h"
#include "backend/engine/request_queue.h"
#include "backend/engine/step_plan.h"

#include <cstdint>
#include <list>
#include <span>
#include <string>
#include <vector>

namespace firstlight::engine {

inline constexpr std::int32_t kPromptChunk = 256; // tokens

class Scheduler
{
public:
    // The references must outlive the scheduler.
    Scheduler(const model::ModelSpec& spec, const StepLimits& limits, std::int32_t maxSequences,
              std::int32_t kvBlockCount, RequestQueue& queue);

    bool idle() const { return m_sequences.empty(); }

    // Ends what was cancelled, admits what fits, and plans a step; without rows and images when there is nothing to do.
    StepPlan next();

    // Samples the step's tokens from `logits` (one row per sample, in order of segments) and hands them out.
    void complete(const StepPlan& plan, std::span<const float> logits);

    void finishAll(const std::string& reason); // "cancelled"; waiting requests too
    void failAll(const absl::Status& status);  // waiting requests too
    StepCounters counters() const;

private:
    struct Sequence {
        PendingRequest pending;
        std::vector<std::int32_t> tokens; // prompt and generated
        std::vector<std::int32_t> blocks;
        std::int32_t cached = 0; // tokens in the cache
        std::int32_t imagesDone = 0;
        std::int32_t featureRows = 0; // features of the images so far
        std::int32_t imageTokens = 0; // image tokens in the cache

        std::int32_t promptTokens() const { return static_cast<std::int32_t>(pending.request.tokens.size()); }
        std::int32_t generated() const { return static_cast<std::int32_t>(tokens.size()) - promptTokens(); }
        bool prompting() const { return cached < promptTokens(); }
    };
    using SequenceIterator = std::list<Sequence>::iterator;

    void handleCancellations();
    void admit();
    std::int32_t blocksFor(const PendingRequest& pending) const;
    void planImage(StepPlan& plan, Sequence& sequence);
    void planPrompt(StepPlan& plan, Sequence& sequence);
    void planNextToken(StepPlan& plan, Sequence& sequence);
    void addSegment(StepPlan& plan, Sequence& sequence, std::int32_t count, bool sample);
    void addRow(StepPlan& plan, Sequence& sequence, std::int32_t index);
    void takeToken(Sequence& sequence, std::span<const float> logits);
    void finish(Sequence& sequence, GeneratedToken token);
    void removeFinished();

    const model::ModelSpec& m_spec;
    const StepLimits m_limits;
    const std::int32_t m_maxSequences;
    RequestQueue& m_queue;
    KvBlockAllocator m_blocks;
    std::list<Sequence> m_sequences;   // in order of admission
    std::vector<Sequence*> m_planned;  // of the current step, in order of segments
    std::vector<Sequence*> m_finished; // to be removed
    std::int64_t m_promptTokensTotal = 0;
    std::int64_t m_generatedTokensTotal = 0;
};

} // namespace firstlight::engine
