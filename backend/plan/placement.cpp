#include "backend/plan/placement.h"

#include <algorithm>
#include <cassert>

namespace firstlight::plan {
namespace {

using model::ExpectedTensor;
using model::ModelSpec;
using model::SplitRule;

bool isOfVision(const ExpectedTensor& tensor)
{
    return tensor.role.role.starts_with("vision.");
}

bool isHeld(const ModelSpec& spec, const RankPosition& position, const ExpectedTensor& tensor)
{
    if (isOfVision(tensor)) {
        return position.firstStage;
    }
    if (tensor.role.role == "positions.factors") {
        return true;
    }
    if (tensor.role.role == "embedding") {
        return position.firstStage || (position.lastStage && spec.tiedHead);
    }
    if (tensor.role.layer >= 0) {
        return tensor.role.layer >= position.firstLayer && tensor.role.layer < position.endLayer;
    }
    return position.lastStage;
}

std::pair<std::int64_t, std::int64_t> evenPart(std::int64_t size, std::int32_t part, std::int32_t parts)
{
    return {size * part / parts, size * (part + 1) / parts};
}

// With fewer key-value heads than ranks, neighbouring ranks hold the same head.
std::pair<std::int64_t, std::int64_t> kvPart(std::int64_t size, std::int64_t kvHeads, std::int32_t part,
                                             std::int32_t parts)
{
    if (kvHeads >= parts) {
        return evenPart(size, part, parts);
    }
    const std::int64_t head = part * kvHeads / parts;
    return {size / kvHeads * head, size / kvHeads * (head + 1)};
}

using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

struct Cut {
    std::int32_t dimension = -1;
    Ranges ranges;
};

bool holdsGateAndUp(const ExpectedTensor& tensor)
{
    return tensor.role.role == "moe.experts.gate_up";
}

// Gate features first, then up features: the same part of both.
Ranges gateUpParts(std::int64_t features, std::int32_t part, std::int32_t parts)
{
    const auto gate = evenPart(features / 2, part, parts);
    return {gate, {gate.first + features / 2, gate.second + features / 2}};
}

Cut cutOf(const ModelSpec& spec, const ExpectedTensor& tensor, const std::vector<std::int64_t>& shape,
          std::int32_t part, std::int32_t parts)
{
    switch (tensor.split) {
    case SplitRule::kReplicate:
        return {};
    case SplitRule::kColumn:
    case SplitRule::kHeads:
    case SplitRule::kVocab:
        return {0, {evenPart(shape[0], part, parts)}};
    case SplitRule::kRow:
        return {1, {evenPart(shape[1], part, parts)}};
    case SplitRule::kKvHeads:
        return {0, {kvPart(shape[0], spec.layers[tensor.role.layer].attention.kvHeadCount, part, parts)}};
    case SplitRule::kExpertColumn: {
        const std::int32_t output = expertsOutputFirst(spec, tensor, shape) ? 1 : 2;
        return {output, holdsGateAndUp(tensor) ? gateUpParts(shape[output], part, parts)
                                               : Ranges{evenPart(shape[output], part, parts)}};
    }
    case SplitRule::kExpertRow: {
        const std::int32_t input = expertsOutputFirst(spec, tensor, shape) ? 2 : 1;
        return {input, {evenPart(shape[input], part, parts)}};
    }
    }
    return {};
}

} // namespace

bool expertsOutputFirst(const ModelSpec& spec, const ExpectedTensor& tensor, const std::vector<std::int64_t>& shape)
{
    const std::int64_t features = spec.layers[tensor.role.layer].ffn.intermediateSize;
    const bool isDown = tensor.split == SplitRule::kExpertRow;
    const std::int64_t output = isDown ? spec.hiddenSize : holdsGateAndUp(tensor) ? 2 * features : features;
    const std::int64_t input = isDown ? features : spec.hiddenSize;
    return shape[1] == output && shape[2] == input;
}

RankPosition rankPosition(const ModelSpec& spec, const Layout& layout, std::int32_t rank)
{
    assert(rank >= 0 && rank < layout.worldSize());
    RankPosition position;
    position.rank = rank;
    position.tp = rank % layout.tensorParallel;
    position.pp = rank / layout.tensorParallel % layout.pipelineParallel;
    position.dp = rank / layout.tensorParallel / layout.pipelineParallel;
    const auto layers = static_cast<std::int32_t>(spec.layers.size());
    const std::int32_t each = layers / layout.pipelineParallel;
    const std::int32_t remainder = layers % layout.pipelineParallel; // one more for each of the first stages
    position.firstLayer = position.pp * each + std::min(position.pp, remainder);
    position.endLayer = position.firstLayer + each + (position.pp < remainder ? 1 : 0);
    position.firstStage = position.pp == 0;
    position.lastStage = position.pp == layout.pipelineParallel - 1;
    return position;
}

TensorSlice sliceOfTensor(const ModelSpec& spec, const Layout& layout, const RankPosition& position,
                          std::int32_t tensorIndex, const std::vector<std::int64_t>& shape)
{
    TensorSlice slice;
    slice.tensorIndex = tensorIndex;
    slice.shape = shape;
    if (layout.tensorParallel == 1) {
        return slice;
    }
    Cut cut = cutOf(spec, spec.tensors[tensorIndex], shape, position.tp, layout.tensorParallel);
    slice.dimension = cut.dimension;
    slice.ranges = std::move(cut.ranges);
    if (slice.dimension >= 0) {
        std::int64_t size = 0;
        for (const auto& [begin, end] : slice.ranges) {
            size += end - begin;
        }
        slice.shape[slice.dimension] = size;
    }
    return slice;
}

std::vector<TensorSlice> slicesOfRank(const ModelSpec& spec, const Layout& layout, std::int32_t rank)
{
    const RankPosition position = rankPosition(spec, layout, rank);
    std::vector<TensorSlice> slices;
    for (std::size_t i = 0; i < spec.tensors.size(); ++i) {
        if (isHeld(spec, position, spec.tensors[i])) {
            slices.push_back(
                sliceOfTensor(spec, layout, position, static_cast<std::int32_t>(i), spec.tensors[i].shape));
        }
    }
    return slices;
}

} // namespace firstlight::plan
