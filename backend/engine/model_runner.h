// One rank's share of a forward pass: runs a step plan through its stage of the pipeline.
#pragma once

#include "backend/engine/compute.h"
#include "backend/engine/kv_cache.h"
#include "backend/engine/language_head.h"
#include "backend/engine/pipeline_link.h"
#include "backend/engine/step_plan.h"
#include "backend/engine/text_layers.h"
#include "backend/engine/vision_tower.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace firstlight::engine {

// What a runner is made of. Everything must outlive it.
struct RunnerParts {
    MemoryPool& pool;
    const model::ModelSpec& spec;
    const plan::Layout& layout;
    plan::RankPosition position;
    const Weights& weights;
    std::int64_t vocabularyBegin = 0; // of this rank's part of the embedding
    Communicators communicators;
    Compute compute;
};

class ModelRunner
{
public:
    static absl::StatusOr<std::unique_ptr<ModelRunner>> create(const RunnerParts& parts, const StepLimits& limits,
                                                               std::int32_t kvBlockCount, kernels::ElementType kvType);

    // Runs the plan together with the other ranks. On the leader of the replica the result holds one row of logits per
    // sample, in order of segments; elsewhere it is empty. Valid until the next run.
    absl::StatusOr<std::span<const float>> run(const StepPlan& plan);

    // Features of the last images, for comparison with a reference. Null without a vision tower on this rank.
    const ImageFeatures* features() const { return m_features ? &*m_features : nullptr; }

private:
    ModelRunner(const RunnerParts& parts, KvCache cache);
    absl::Status createFirstStage(const StepLimits& limits);
    absl::Status createBuffers(const StepLimits& limits);

    absl::Status begin(const StepPlan& plan);
    absl::Status embed(const StepPlan& plan);
    void spliceFeatures(const StepPlan& plan);
    absl::Status receive();
    absl::Status runLayers();
    absl::Status passOn();
    absl::StatusOr<std::span<const float>> logits(const StepPlan& plan);
    float* deepstackPlane(std::int32_t layer);
    bool leads() const { return m_parts.position.firstStage && m_parts.position.tp == 0; }

    RunnerParts m_parts;
    KvCache m_cache;
    PipelineLink m_link;
    std::optional<TokenEmbedding> m_embedding;
    std::optional<VisionTower> m_tower;
    std::optional<ImageFeatures> m_features;
    std::optional<TextLayers> m_layers;
    std::optional<LanguageHead> m_head;
    std::int32_t m_deepstackCount = 0;
    std::int64_t m_maxRows = 0;

    // Of the current step
    std::int64_t m_rows = 0;
    std::vector<std::int32_t> m_imageRows; // rows that stand for image patches

    PoolBuffer m_hidden;    // [rows, hidden]
    PoolBuffer m_deepstack; // [deepstack count, rows, hidden]: additions for the step's image rows
    PoolBuffer m_received;  // [samples, vocabulary]: logits from the last stage, on the leader
};

} // namespace firstlight::engine
