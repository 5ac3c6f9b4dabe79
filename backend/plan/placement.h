// Which part of the model a rank holds. Pure functions of spec, layout and rank: the controller (estimates) and the
// worker (loading) compute the same answer, so no list of slices ever crosses the wire.
//
// Rank order: rank = (dp * pipelineParallel + pp) * tensorParallel + tp.
#pragma once

#include "backend/model/model_spec.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <vector>

namespace firstlight::plan {

struct Layout {
    std::int32_t tensorParallel = 1;
    std::int32_t pipelineParallel = 1;
    std::int32_t dataParallel = 1;
    std::int32_t expertParallel = 1;

    // Of degrees that nobody has checked yet: at most the largest number.
    std::int32_t worldSize() const;
    bool operator==(const Layout&) const = default;
};

struct RankPosition {
    std::int32_t rank = 0;
    std::int32_t tp = 0;
    std::int32_t pp = 0;
    std::int32_t dp = 0;
    std::int32_t firstLayer = 0; // text layers [firstLayer, endLayer)
    std::int32_t endLayer = 0;
    bool firstStage = true; // holds embedding and vision tower
    bool lastStage = true;  // holds final norm and head
};

// One tensor, or the part of it, that a rank holds: ranges [begin, end) per dimension of the published shape.
// kExpertColumn on a stacked gate_up tensor needs two ranges of one dimension (its gate and its up part).
struct TensorSlice {
    std::int32_t tensorIndex = 0;                              // into ModelSpec::tensors
    std::int32_t dimension = -1;                               // the divided dimension; -1: whole
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges; // of that dimension, in order; empty: whole
    std::vector<std::int64_t> shape;                           // of the slice
};

// kLayoutInvalid with the reason in one sentence when the model cannot be divided so.
absl::Status checkLayout(const model::ModelSpec& spec, const Layout& layout);

RankPosition rankPosition(const model::ModelSpec& spec, const Layout& layout, std::int32_t rank);

// The part of one tensor that a rank at this position of its tensor-parallel group holds. `shape` is the tensor's true
// one: stacked experts may be stored output features first or input features first, see expertsOutputFirst().
TensorSlice sliceOfTensor(const model::ModelSpec& spec, const Layout& layout, const RankPosition& position,
                          std::int32_t tensorIndex, const std::vector<std::int64_t>& shape);

// Whether a stacked expert tensor of this shape is [experts, out, in] and not [experts, in, out]. Where the shape
// cannot tell, it is output features first, as the reference implementation saves them.
bool expertsOutputFirst(const model::ModelSpec& spec, const model::ExpectedTensor& tensor,
                        const std::vector<std::int64_t>& shape);

// All slices of a rank by the published shapes, in load order. A tied head appears on the last stage as the embedding's
// tensor.
std::vector<TensorSlice> slicesOfRank(const model::ModelSpec& spec, const Layout& layout, std::int32_t rank);

} // namespace firstlight::plan
