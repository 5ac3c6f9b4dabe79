#include "backend/plan/memory_model.h"

#include "backend/base/failure.h"
#include "backend/model/model_sizes.h"

#include <algorithm>
#include <initializer_list>
#include <string>

namespace firstlight::plan {
namespace {

using checkpoint::TensorEntry;
using model::ExpectedTensor;
using model::LayerSpec;
using model::ModelSpec;
using model::SplitRule;

constexpr std::int64_t kUsualElementBytes = 2;

// A product that stops growing where no memory could hold it, so that sums over layers cannot overflow.
std::int64_t boundedProduct(std::initializer_list<std::int64_t> factors)
{
    constexpr std::int64_t kMostBytes = std::int64_t{1} << 48;
    std::int64_t product = 1;
    for (const std::int64_t factor : factors) {
        if (__builtin_mul_overflow(product, factor, &product) || product > kMostBytes) {
            return kMostBytes;
        }
    }
    return product;
}

std::int32_t localKvHeads(const LayerSpec& layer, std::int32_t tensorParallel)
{
    return std::max(1, layer.attention.kvHeadCount / tensorParallel);
}

bool isHeldAsFloats(const ExpectedTensor& tensor)
{
    return tensor.shape.size() < 2 || tensor.role.role == "vision.position";
}

// Keys and values of one token in one layer, on one rank.
std::int64_t cacheElements(const LayerSpec& layer, std::int32_t tensorParallel)
{
    const bool divided = layer.cache == model::CacheKind::kPagedKv || layer.cache == model::CacheKind::kSlidingWindow;
    if (!divided || layer.attention.kvHeadCount == 0) {
        return layer.cacheElementsPerToken;
    }
    return layer.cacheElementsPerToken / layer.attention.kvHeadCount * localKvHeads(layer, tensorParallel);
}

std::int64_t cachedTokens(const LayerSpec& layer, const Workload& workload)
{
    std::int64_t tokens = workload.maxContextTokens;
    if (layer.cache == model::CacheKind::kSlidingWindow && layer.attention.window > 0) {
        tokens = std::min<std::int64_t>(tokens, layer.attention.window);
    }
    return (tokens + kCacheBlockTokens - 1) / kCacheBlockTokens * kCacheBlockTokens;
}

std::int64_t deepstackCount(const ModelSpec& spec)
{
    return spec.vision ? static_cast<std::int64_t>(spec.vision->deepstackLayers.size()) : 0;
}

// The buffers of a layer, widest first come from the widest layer of the stage.
struct LayerWidths {
    std::int64_t qkv = 0;
    std::int64_t attended = 0;
    std::int64_t gateUp = 0;
    std::int64_t experts = 0;
    std::int64_t chosen = 0;

    void cover(const LayerSpec& layer, std::int32_t tensorParallel)
    {
        const std::int64_t heads = layer.attention.headCount / tensorParallel;
        const std::int64_t kvHeads = layer.attention.kvHeadCount > 0 ? localKvHeads(layer, tensorParallel) : 0;
        qkv = std::max(qkv, (heads + 2 * kvHeads) * layer.attention.headDim);
        attended = std::max(attended, heads * layer.attention.headDim);
        if (layer.ffn.kind == model::FfnKind::kDense) {
            gateUp = std::max<std::int64_t>(gateUp, 2 * layer.ffn.intermediateSize / tensorParallel);
        }
        experts = std::max<std::int64_t>(experts, layer.ffn.expertCount);
        chosen = std::max<std::int64_t>(chosen, layer.ffn.expertsPerToken);
    }

    std::int64_t sum(const ModelSpec& spec) const
    {
        constexpr std::int64_t kPositionAxes = 3;
        return 2 * spec.hiddenSize + qkv + attended + gateUp + experts + 2 * chosen + kPositionAxes +
               2 * (spec.rope.rotaryDim / 2);
    }
};

} // namespace

MemoryModel::MemoryModel(const ModelSpec& spec, const checkpoint::CheckpointIndex* index,
                         const model::Quantisation* quantisation)
    : m_spec(spec), m_index(index), m_quantisation(quantisation), m_layers(spec.layers.size())
{
    for (const ExpectedTensor& tensor : spec.tensors) {
        add(tensor);
    }
}

MemoryModel::Group& MemoryModel::groupOf(const ExpectedTensor& tensor)
{
    if (tensor.role.role.starts_with("vision.")) {
        return m_vision;
    }
    if (tensor.role.role == "embedding") {
        return m_embedding;
    }
    if (tensor.role.role == "positions.factors") {
        return m_everywhere;
    }
    const std::int32_t layer = tensor.role.layer;
    return layer >= 0 && static_cast<std::size_t>(layer) < m_layers.size() ? m_layers[layer] : m_end;
}

std::int64_t MemoryModel::bytesInMemory(const ExpectedTensor& tensor, const TensorEntry* entry) const
{
    const std::int64_t count = model::parameterCount(tensor);
    if (isHeldAsFloats(tensor) || (entry != nullptr && checkpoint::isBlockDType(entry->dtype))) {
        return count * kComputeElementBytes;
    }
    if (entry != nullptr) {
        return static_cast<std::int64_t>(entry->sizeBytes);
    }
    return m_quantisation != nullptr ? m_quantisation->storedBytes(tensor) : count * kUsualElementBytes;
}

void MemoryModel::add(const ExpectedTensor& tensor)
{
    const bool hasWeights = m_index != nullptr && !m_index->tensors.empty();
    const TensorEntry* entry = hasWeights ? m_index->find(tensor.name) : nullptr;
    if (tensor.optional && entry == nullptr) {
        return;
    }
    Group& group = groupOf(tensor);
    group.bytes[tensor.split] += bytesInMemory(tensor, entry);
    ++group.tensors;
}

std::int64_t MemoryModel::groupBytes(const Group& group, std::int32_t tensorParallel, std::int32_t kvHeads) const
{
    std::int64_t sum = 0;
    for (const auto& [rule, bytes] : group.bytes) {
        const std::int32_t parts = rule == SplitRule::kReplicate ? 1
                                   : rule == SplitRule::kKvHeads ? std::min(tensorParallel, std::max(1, kvHeads))
                                                                 : tensorParallel;
        sum += bytes / parts;
    }
    return sum;
}

std::int64_t MemoryModel::weightBytes(const Layout& layout, const RankPosition& position) const
{
    const std::int32_t parts = layout.tensorParallel;
    std::int64_t sum = groupBytes(m_everywhere, parts, 0);
    for (std::int32_t layer = position.firstLayer; layer < position.endLayer; ++layer) {
        sum += groupBytes(m_layers[layer], parts, m_spec.layers[layer].attention.kvHeadCount);
    }
    if (position.firstStage) {
        sum += groupBytes(m_vision, parts, 0);
    }
    if (position.firstStage || (position.lastStage && m_spec.tiedHead)) {
        sum += groupBytes(m_embedding, parts, 0);
    }
    return position.lastStage ? sum + groupBytes(m_end, parts, 0) : sum;
}

std::int64_t MemoryModel::sliceCount(const Layout&, const RankPosition& position) const
{
    std::int64_t count = m_everywhere.tensors;
    for (std::int32_t layer = position.firstLayer; layer < position.endLayer; ++layer) {
        count += m_layers[layer].tensors;
    }
    count += position.firstStage ? m_vision.tensors : 0;
    count += position.firstStage || (position.lastStage && m_spec.tiedHead) ? m_embedding.tensors : 0;
    return count + (position.lastStage ? m_end.tensors : 0);
}

void MemoryModel::addCaches(const Layout& layout, const RankPosition& position, const Workload& workload,
                            MemoryEstimate& estimate) const
{
    for (std::int32_t i = position.firstLayer; i < position.endLayer; ++i) {
        const LayerSpec& layer = m_spec.layers[i];
        estimate.kvCache += boundedProduct({kComputeElementBytes, workload.maxSequences, cachedTokens(layer, workload),
                                            cacheElements(layer, layout.tensorParallel)});
        estimate.state += boundedProduct({workload.maxSequences, layer.stateBytesPerSequence}) / layout.tensorParallel;
    }
}

std::int64_t MemoryModel::activationBytes(const Layout& layout, const RankPosition& position,
                                          const Workload& workload) const
{
    const std::int64_t rows = kPromptChunkTokens + workload.maxSequences;
    const std::int64_t samples = workload.maxSequences;
    const std::int64_t hidden = m_spec.hiddenSize;
    const std::int64_t vocabulary = m_spec.vocabularySize;
    LayerWidths widths;
    for (std::int32_t layer = position.firstLayer; layer < position.endLayer; ++layer) {
        widths.cover(m_spec.layers[layer], layout.tensorParallel);
    }
    std::int64_t elements = rows * (hidden + widths.sum(m_spec));
    if (position.firstLayer < deepstackCount(m_spec)) {
        elements += deepstackCount(m_spec) * rows * hidden;
    }
    if (position.firstStage && position.tp == 0 && !position.lastStage) {
        elements += samples * vocabulary; // logits that come back from the last stage
    }
    if (position.lastStage) {
        const bool gathers = layout.tensorParallel > 1;
        elements += samples * (hidden + vocabulary / layout.tensorParallel + (gathers ? vocabulary : 0));
    }
    return elements * kComputeElementBytes;
}

std::int64_t MemoryModel::visionBytes(const Workload& workload) const
{
    if (!m_spec.vision) {
        return 0;
    }
    const model::VisionSpec& vision = *m_spec.vision;
    const std::int64_t merged = std::int64_t{vision.spatialMergeSize} * vision.spatialMergeSize;
    const std::int64_t patches = std::min(workload.maxContextTokens, kMostImageTokens) * merged;
    const std::int64_t hidden = vision.hiddenSize;
    const std::int64_t patchElements =
        std::int64_t{vision.inChannels} * vision.temporalPatchSize * vision.patchSize * vision.patchSize;
    const std::int64_t headDim = hidden / vision.headCount;
    const std::int64_t wide = std::max<std::int64_t>(3 * hidden, vision.intermediateSize);
    const std::int64_t perPatch = 3 * hidden + wide + 3 + 2 * (headDim / 2);
    const std::int64_t features =
        (1 + deepstackCount(m_spec)) * workload.maxContextTokens * std::int64_t{vision.outHiddenSize};
    return (kVisionPatchBlock * patchElements + patches * perPatch + features) * kComputeElementBytes;
}

MemoryEstimate MemoryModel::estimate(const Layout& layout, const RankPosition& position, const Workload& workload) const
{
    MemoryEstimate estimate;
    estimate.weights = weightBytes(layout, position);
    addCaches(layout, position, workload, estimate);
    estimate.activations = activationBytes(layout, position, workload);
    estimate.vision = position.firstStage ? visionBytes(workload) : 0;
    if (position.lastStage && layout.tensorParallel > 1) {
        estimate.comm = std::int64_t{workload.maxSequences} * m_spec.vocabularySize * kComputeElementBytes;
    }
    return estimate;
}

absl::StatusOr<Workload> completeWorkload(const ModelSpec& spec, const Workload& workload)
{
    Workload complete = workload;
    const std::int64_t longest = spec.maxPosition > 0 ? spec.maxPosition : kUsualContextTokens;
    if (complete.maxSequences == 0) {
        complete.maxSequences = kUsualSequences;
    }
    if (complete.maxContextTokens == 0) {
        complete.maxContextTokens = static_cast<std::int32_t>(std::min<std::int64_t>(longest, kUsualContextTokens));
    }
    constexpr std::int32_t kMostSequences = 65536;
    if (complete.maxSequences < 1 || complete.maxSequences > kMostSequences || complete.maxContextTokens < 2 ||
        complete.maxContextTokens > longest) {
        return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                             {{"detail", std::to_string(complete.maxSequences) + " sequences of " +
                                             std::to_string(complete.maxContextTokens) +
                                             " tokens: this model takes 1 to " + std::to_string(kMostSequences) +
                                             " sequences of 2 to " + std::to_string(longest) + " tokens"}});
    }
    return complete;
}

} // namespace firstlight::plan
