// Embedding at the beginning and logits at the end, both divided by vocabulary rows over the tensor-parallel group.
#pragma once

#include "backend/engine/compute.h"
#include "backend/engine/step_plan.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <span>

namespace firstlight::engine {

class TokenEmbedding
{
public:
    // `table` is this rank's part, [its vocabulary rows, hidden]; `tensor` may be null for a group of one.
    TokenEmbedding(const Weight& table, std::int64_t vocabularyBegin, collective::Communicator* tensor);

    // Writes one row per token; all ranks of the group get the same.
    absl::Status run(const Compute& compute, std::span<const std::int32_t> tokens, float* output);

private:
    const Weight& m_table;
    std::int64_t m_vocabularyBegin;
    collective::Communicator* m_tensor;
};

class LanguageHead
{
public:
    static absl::StatusOr<LanguageHead> create(MemoryPool& pool, const model::ModelSpec& spec, const Weights& weights,
                                               const StepLimits& limits, collective::Communicator* tensor);

    // Logits [rows.size(), vocabulary] of the chosen rows of `hidden`; the same on all ranks of the group.
    absl::StatusOr<std::span<const float>> run(const Compute& compute, const float* hidden,
                                               std::span<const std::int32_t> rows);

private:
    LanguageHead(const model::ModelSpec& spec, collective::Communicator* tensor);
    absl::Status gather(std::int64_t rows);

    const model::ModelSpec& m_spec;
    collective::Communicator* m_tensor;
    const Weight* m_norm = nullptr;
    const Weight* m_head = nullptr;
    PoolBuffer m_normed;   // [samples, hidden]
    PoolBuffer m_part;     // [samples, vocabulary rows of this rank]
    PoolBuffer m_gathered; // [ranks, samples, vocabulary rows of a rank]; empty for a group of one
    PoolBuffer m_logits;   // [samples, vocabulary]; empty for a group of one
};

} // namespace firstlight::engine
