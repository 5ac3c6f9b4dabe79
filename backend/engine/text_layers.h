// The decoder layers of one rank: attention with a paged cache, dense or mixture-of-experts FFN, and the sums over the
// tensor-parallel group that belong to them. Hidden states are F32 rows.
#pragma once

#include "backend/engine/compute.h"
#include "backend/engine/kv_cache.h"
#include "backend/engine/step_plan.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <vector>

namespace firstlight::engine {

class TextLayers
{
public:
    // The references must outlive the object. `tensor` may be null for a group of one.
    static absl::StatusOr<TextLayers> create(MemoryPool& pool, const model::ModelSpec& spec, const plan::Layout& layout,
                                             const plan::RankPosition& position, const Weights& weights,
                                             const KvCache& cache, const StepLimits& limits,
                                             collective::Communicator* tensor);

    // Once per step, before the layers: rotations of its rows and where its sequences lie.
    void begin(const Compute& compute, const StepPlan& plan);

    // Runs text layer `layer` over the step's rows of `hidden` [rows, hiddenSize], in place.
    absl::Status run(const Compute& compute, std::int32_t layer, float* hidden);

private:
    struct Attention {
        const Weight* norm = nullptr;
        const Weight* qkv = nullptr;
        const Weight* qkvBias = nullptr;
        const Weight* queryNorm = nullptr;
        const Weight* keyNorm = nullptr;
        const Weight* output = nullptr;
        const Weight* outputBias = nullptr;
        std::int64_t heads = 0;
        std::int64_t kvHeads = 0;
        std::int64_t headDim = 0;

        std::int64_t rowWidth() const { return (heads + 2 * kvHeads) * headDim; }
    };
    struct Ffn {
        const model::FfnSpec* spec = nullptr;
        const Weight* norm = nullptr;
        const Weight* router = nullptr;
        const Weight* gateUp = nullptr;
        const Weight* gateUpBias = nullptr;
        const Weight* down = nullptr;
        const Weight* downBias = nullptr;
    };
    struct Layer {
        Attention attention;
        Ffn ffn;
    };

    TextLayers(const model::ModelSpec& spec, const plan::RankPosition& position, const KvCache& cache,
               collective::Communicator* tensor);
    absl::Status resolve(const plan::Layout& layout, const Weights& weights);
    absl::Status resolveAttention(const plan::Layout& layout, const Weights& weights, std::int32_t layer,
                                  Attention& attention) const;
    absl::Status resolveFfn(const Weights& weights, std::int32_t layer, Ffn& ffn) const;
    absl::Status makeBuffers(MemoryPool& pool, const StepLimits& limits);

    void normalize(const Compute& compute, const float* hidden, const Weight& weight);
    void project(const Compute& compute, const Attention& attention);
    void normalizeHeads(const Compute& compute, const Attention& attention, const Weight* weight, float* heads,
                        std::int64_t count);
    void rotate(const Compute& compute, const Attention& attention, float* heads, std::int64_t count);
    void attend(const Compute& compute, std::int32_t layer, const Attention& attention);
    void denseFfn(const Compute& compute, const Ffn& ffn, float* output, kernels::WriteMode mode);
    void expertFfn(const Compute& compute, const Ffn& ffn, float* output);
    absl::Status runAttention(const Compute& compute, std::int32_t layer, float* hidden);
    absl::Status runFfn(const Compute& compute, const Ffn& ffn, float* hidden);
    const float* summedBias(const Weight* bias) const;
    const float* anglesPerPosition();
    absl::Status addOverRanks(const Compute& compute, float* hidden);
    bool divided() const { return m_tensor != nullptr && m_tensor->size() > 1; }

    const model::ModelSpec& m_spec;
    plan::RankPosition m_position;
    const KvCache& m_cache;
    collective::Communicator* m_tensor;
    std::vector<Layer> m_layers;
    std::vector<float> m_inverseFrequencies;
    const Weight* m_positionFactors = nullptr; // until they are applied; nullptr: there are none

    // Of the current step
    std::int64_t m_rows = 0;
    std::vector<StepSegment> m_segments;
    std::vector<kernels::AttentionSequence> m_sequences;

    PoolBuffer m_normed;        // [rows, hidden]
    PoolBuffer m_delta;         // [rows, hidden]: this rank's part of a sum
    PoolBuffer m_qkv;           // [rows, widest q + k + v]
    PoolBuffer m_attended;      // [rows, widest heads * headDim]
    PoolBuffer m_gateUp;        // [rows, 2 * widest dense part]
    PoolBuffer m_routerLogits;  // [rows, most experts]
    PoolBuffer m_expertIndices; // [rows, most experts per token]
    PoolBuffer m_expertWeights; // [rows, most experts per token]
    PoolBuffer m_positions;     // [3, rows]
    PoolBuffer m_cosines;       // [rows, rotaryDim / 2]
    PoolBuffer m_sines;         // [rows, rotaryDim / 2]
};

} // namespace firstlight::engine
