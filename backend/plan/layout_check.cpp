#include "backend/base/failure.h"
#include "backend/plan/placement.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace firstlight::plan {
namespace {

using model::ExpectedTensor;
using model::LayerSpec;
using model::ModelSpec;
using model::SplitRule;

constexpr std::int64_t kMostRanks = 1'000'000;

// Empty: nothing is wrong. Else a sentence without its full stop.
std::string checkDegrees(const ModelSpec& spec, const Layout& layout)
{
    if (layout.tensorParallel < 1 || layout.pipelineParallel < 1 || layout.dataParallel < 1 ||
        layout.expertParallel < 1) {
        return "every degree must be at least 1";
    }
    const std::int64_t stages = std::int64_t{layout.pipelineParallel} * layout.dataParallel;
    if (stages > kMostRanks || stages * layout.tensorParallel > kMostRanks) {
        return "it has more than " + std::to_string(kMostRanks) + " ranks";
    }
    if (layout.expertParallel != 1) {
        return "whole experts per rank (expert parallelism " + std::to_string(layout.expertParallel) +
               ") are not available; experts are divided by tensor parallelism";
    }
    if (static_cast<std::size_t>(layout.pipelineParallel) > spec.layers.size()) {
        return std::to_string(spec.layers.size()) + " layers cannot fill " + std::to_string(layout.pipelineParallel) +
               " pipeline stages";
    }
    return {};
}

std::string undividable(std::int64_t count, const std::string& what, std::int32_t ranks)
{
    return std::to_string(count) + " " + what + " cannot be divided among " + std::to_string(ranks) + " ranks";
}

std::string checkLayer(const LayerSpec& layer, std::int32_t ranks)
{
    const model::AttentionSpec& attention = layer.attention;
    if (attention.headCount % ranks != 0) {
        return undividable(attention.headCount, "attention heads", ranks);
    }
    const bool kvFits =
        attention.kvHeadCount == 0 || attention.kvHeadCount % ranks == 0 || ranks % attention.kvHeadCount == 0;
    if (!kvFits) {
        return undividable(attention.kvHeadCount, "key-value heads", ranks) + ", nor can they be repeated evenly";
    }
    if (layer.ffn.intermediateSize % ranks != 0) {
        const bool moe = layer.ffn.kind == model::FfnKind::kMoe;
        return undividable(layer.ffn.intermediateSize, moe ? "features of an expert" : "feed-forward features", ranks);
    }
    return {};
}

std::string checkLayers(const ModelSpec& spec, const Layout& layout)
{
    for (std::size_t i = 0; i < spec.layers.size(); ++i) {
        if (std::string problem = checkLayer(spec.layers[i], layout.tensorParallel); !problem.empty()) {
            return problem + " (layer " + std::to_string(i) + ")";
        }
    }
    return spec.vocabularySize % layout.tensorParallel == 0
               ? std::string()
               : undividable(spec.vocabularySize, "vocabulary rows", layout.tensorParallel);
}

bool isDividable(const ModelSpec& spec, const ExpectedTensor& tensor, std::int32_t ranks)
{
    const std::size_t dimension = tensor.split == SplitRule::kRow ? 1 : 0;
    switch (tensor.split) {
    case SplitRule::kReplicate:
        return true;
    case SplitRule::kExpertColumn:
    case SplitRule::kExpertRow:
        return tensor.shape.size() == 3; // its features are those of the layer, checked above
    case SplitRule::kHeads:
    case SplitRule::kKvHeads: {
        const bool known = tensor.role.layer >= 0 && static_cast<std::size_t>(tensor.role.layer) < spec.layers.size();
        const std::int64_t heads = !known ? 0
                                   : tensor.split == SplitRule::kHeads
                                       ? spec.layers[tensor.role.layer].attention.headCount
                                       : spec.layers[tensor.role.layer].attention.kvHeadCount;
        return heads > 0 && !tensor.shape.empty() && tensor.shape[0] % heads == 0;
    }
    default:
        return tensor.shape.size() > dimension && tensor.shape[dimension] % ranks == 0;
    }
}

// A net under the checks above: a descriptor may divide tensors that no rule of the layers covers.
std::string checkTensors(const ModelSpec& spec, const Layout& layout)
{
    if (layout.tensorParallel == 1) {
        return {};
    }
    const auto bad = std::find_if(spec.tensors.begin(), spec.tensors.end(), [&](const ExpectedTensor& tensor) {
        return !isDividable(spec, tensor, layout.tensorParallel);
    });
    return bad == spec.tensors.end()
               ? std::string()
               : bad->name + " cannot be divided among " + std::to_string(layout.tensorParallel) + " ranks";
}

} // namespace

absl::Status checkLayout(const ModelSpec& spec, const Layout& layout)
{
    std::string problem = checkDegrees(spec, layout);
    for (const auto check : {checkLayers, checkTensors}) {
        if (problem.empty()) {
            problem = check(spec, layout);
        }
    }
    return problem.empty()
               ? absl::OkStatus()
               : base::failure(reasons::kLayoutInvalid, absl::StatusCode::kInvalidArgument, {{"detail", problem}});
}

std::int32_t Layout::worldSize() const
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    const std::int64_t stages = std::clamp(std::int64_t{tensorParallel} * pipelineParallel, -kMost, kMost);
    return static_cast<std::int32_t>(std::clamp(stages * dataParallel, -kMost, kMost));
}

} // namespace firstlight::plan
