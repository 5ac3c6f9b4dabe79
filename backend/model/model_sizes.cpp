#include "backend/model/model_sizes.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace firstlight::model {
namespace {

bool isExpert(const TensorRole& role)
{
    return role.role.starts_with("moe.expert.") || role.role.starts_with("moe.experts.");
}

std::int64_t activeCount(const ModelSpec& spec, const ExpectedTensor& tensor, std::int64_t count)
{
    if (tensor.role.role == "embedding.ngram") {
        return 0; // a few rows of billions, whatever the token
    }
    const std::int32_t layer = tensor.role.layer;
    if (!isExpert(tensor.role) || layer < 0 || static_cast<std::size_t>(layer) >= spec.layers.size()) {
        return count;
    }
    const FfnSpec& ffn = spec.layers[layer].ffn;
    if (ffn.expertCount == 0) {
        return count;
    }
    // One of many experts alone: every expert contributes its share, so that the sum is right.
    return static_cast<std::int64_t>(static_cast<__int128>(count) * ffn.expertsPerToken / ffn.expertCount);
}

} // namespace

std::int64_t parameterCount(const ExpectedTensor& tensor)
{
    return std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::int64_t{1}, std::multiplies<>());
}

ParameterCounts parameterCounts(const ModelSpec& spec)
{
    ParameterCounts counts;
    for (const ExpectedTensor& tensor : spec.tensors) {
        if (!tensor.optional) {
            const std::int64_t count = parameterCount(tensor);
            counts.total += count;
            counts.active += activeCount(spec, tensor, count);
        }
    }
    return counts;
}

std::int64_t cacheElementsPerToken(const ModelSpec& spec)
{
    return std::accumulate(spec.layers.begin(), spec.layers.end(), std::int64_t{0},
                           [](std::int64_t sum, const LayerSpec& layer) {
                               const bool grows = layer.cache != CacheKind::kSlidingWindow;
                               return sum + (grows ? layer.cacheElementsPerToken : 0);
                           });
}

std::int64_t stateBytesPerSequence(const ModelSpec& spec)
{
    return std::accumulate(spec.layers.begin(), spec.layers.end(), std::int64_t{0},
                           [](std::int64_t sum, const LayerSpec& layer) { return sum + layer.stateBytesPerSequence; });
}

std::int64_t boundedCacheBytes(const ModelSpec& spec)
{
    __int128 sum = 0;
    for (const LayerSpec& layer : spec.layers) {
        sum += layer.stateBytesPerSequence;
        if (layer.cache == CacheKind::kSlidingWindow) {
            const std::int64_t window = layer.attention.window;
            const std::int64_t seen = spec.maxPosition > 0 ? std::min<std::int64_t>(window, spec.maxPosition) : window;
            sum += static_cast<__int128>(layer.cacheElementsPerToken) * seen * kUsualCacheBytes;
        }
    }
    return static_cast<std::int64_t>(std::min<__int128>(sum, std::numeric_limits<std::int64_t>::max()));
}

} // namespace firstlight::model
