// What a rank of the native engine needs, class by class, computed the way its allocations are made. The constants are
// the engine's own: it takes them from here.
//
//   weights      slices in their stored dtype; vectors (norms, biases) and the vision position table as F32
//   kv_cache     sequences x blocks of kCacheBlockTokens, K and V of the rank's heads, F32; replicated for latent
//   caches;
//                a window layer needs its window only
//   state        recurrent state of each sequence, divided by TP
//   activations  rows of one step (a prompt chunk and one token of every sequence) x the widths of the widest layer,
//                and logits of one row per sequence, F32
//   vision       tower buffers for the largest image, features of one context
//   comm         gathered logits
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/model/quantisation.h"
#include "backend/plan/placement.h"

#include <cstdint>
#include <map>
#include <vector>

namespace firstlight::plan {

inline constexpr std::int32_t kCacheBlockTokens = 16;
inline constexpr std::int32_t kPromptChunkTokens = 256; // of a prompt in one step
inline constexpr std::int32_t kMostImageTokens = 4096;  // merged patches of one image
inline constexpr std::int64_t kVisionPatchBlock = 256;  // patches that are unfolded at a time
inline constexpr std::int64_t kComputeElementBytes = 4; // F32: activations and cached keys and values

struct Workload {
    std::int32_t maxSequences = 0;     // 0: kUsualSequences
    std::int32_t maxContextTokens = 0; // 0: kUsualContextTokens, or the model's longest context where that is shorter
};
inline constexpr std::int32_t kUsualSequences = 4;
inline constexpr std::int32_t kUsualContextTokens = 2048;

struct MemoryEstimate {
    std::int64_t weights = 0;
    std::int64_t kvCache = 0;
    std::int64_t state = 0;
    std::int64_t activations = 0;
    std::int64_t comm = 0;
    std::int64_t vision = 0;

    std::int64_t total() const { return weights + kvCache + state + activations + comm + vision; }
    bool operator==(const MemoryEstimate&) const = default;
};

// Sums of weight bytes by place and split rule, so that a layout is estimated without looking at each tensor again.
class MemoryModel
{
public:
    // Sizes come from `index` where it has the tensor, else from the shape and `quantisation` (nullptr: two bytes per
    // element). All must outlive the model.
    MemoryModel(const model::ModelSpec& spec, const checkpoint::CheckpointIndex* index,
                const model::Quantisation* quantisation = nullptr);

    // The layout must have passed checkLayout(); the workload must be complete.
    MemoryEstimate estimate(const Layout& layout, const RankPosition& position, const Workload& workload) const;
    std::int64_t sliceCount(const Layout& layout, const RankPosition& position) const;

private:
    struct Group {
        std::map<model::SplitRule, std::int64_t> bytes; // before division
        std::int64_t tensors = 0;
    };

    Group& groupOf(const model::ExpectedTensor& tensor);
    std::int64_t bytesInMemory(const model::ExpectedTensor& tensor, const checkpoint::TensorEntry* entry) const;
    void add(const model::ExpectedTensor& tensor);
    std::int64_t groupBytes(const Group& group, std::int32_t tensorParallel, std::int32_t kvHeads) const;
    std::int64_t weightBytes(const Layout& layout, const RankPosition& position) const;
    void addCaches(const Layout& layout, const RankPosition& position, const Workload& workload,
                   MemoryEstimate& estimate) const;
    std::int64_t activationBytes(const Layout& layout, const RankPosition& position, const Workload& workload) const;
    std::int64_t visionBytes(const Workload& workload) const;

    const model::ModelSpec& m_spec;
    const checkpoint::CheckpointIndex* m_index;
    const model::Quantisation* m_quantisation;
    Group m_vision;
    Group m_embedding;
    Group m_everywhere; // factors of positions
    Group m_end;        // final norm, head
    std::vector<Group> m_layers;
};

// Fills in defaults. kRequestInvalid when the model's longest context is shorter than asked.
absl::StatusOr<Workload> completeWorkload(const model::ModelSpec& spec, const Workload& workload);

} // namespace firstlight::plan
