#include "backend/engine/vision_tower.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <cmath>

namespace firstlight::engine {

namespace {

constexpr std::int64_t kPatchBlock = 256; // patches that are unfolded at a time
constexpr double kTheta = 10000.0;

// Half of the pairs turn with the row, half with the column, both at the same rates.
std::vector<float> axialFrequencies(std::int32_t headDim)
{
    std::vector<float> frequencies;
    const std::int32_t axis = headDim / 2;
    for (int repeat = 0; repeat < 2; ++repeat) {
        for (std::int32_t index = 0; index < axis; index += 2) {
            frequencies.push_back(static_cast<float>(1.0 / std::pow(kTheta, static_cast<double>(index) / axis)));
        }
    }
    return frequencies;
}

void addScaled(float* target, const float* source, float scale, std::int64_t count)
{
    for (std::int64_t index = 0; index < count; ++index) {
        target[index] += scale * source[index];
    }
}

} // namespace

absl::StatusOr<ImageFeatures> ImageFeatures::create(MemoryPool& pool, const model::VisionSpec& vision,
                                                    std::int32_t rows)
{
    ImageFeatures features;
    features.m_planes = 1 + static_cast<std::int32_t>(vision.deepstackLayers.size());
    features.m_rows = rows;
    features.m_width = vision.outHiddenSize;
    const std::int64_t bytes =
        features.m_planes * features.m_rows * features.m_width * static_cast<std::int64_t>(sizeof(float));
    FIRSTLIGHT_ASSIGN_OR_RETURN(features.m_buffer, pool.allocate(bytes, MemoryClass::kVision));
    return features;
}

float* ImageFeatures::row(std::int32_t plane, std::int32_t row) const
{
    return m_buffer.as<float>().data() + (plane * m_rows + row) * m_width;
}

VisionTower::VisionTower(const model::VisionSpec& vision, const Weights& weights)
    : m_vision(vision), m_weights(weights), m_inverseFrequencies(axialFrequencies(vision.hiddenSize / vision.headCount))
{
}

absl::StatusOr<VisionTower> VisionTower::create(MemoryPool& pool, const model::VisionSpec& vision,
                                                const Weights& weights, const StepLimits& limits)
{
    VisionTower tower(vision, weights);
    FIRSTLIGHT_RETURN_IF_ERROR(tower.resolve());
    FIRSTLIGHT_RETURN_IF_ERROR(tower.makeBuffers(pool, limits));
    return tower;
}

absl::Status VisionTower::resolve()
{
    FIRSTLIGHT_RETURN_IF_ERROR(resolve(m_patchEmbed, "vision.patch_embed", -1));
    Affine position;
    FIRSTLIGHT_RETURN_IF_ERROR(resolve(position, "vision.position", -1));
    m_positionTable = position.weight;
    m_tableSide = static_cast<std::int32_t>(std::sqrt(m_vision.positionCount));
    for (std::int32_t layer = 0; layer < m_vision.depth; ++layer) {
        Block& block = m_blocks.emplace_back();
        FIRSTLIGHT_RETURN_IF_ERROR(resolve(block.norm1, "vision.norm1", layer));
        FIRSTLIGHT_RETURN_IF_ERROR(resolve(block.qkv, "vision.qkv", layer));
        FIRSTLIGHT_RETURN_IF_ERROR(resolve(block.projection, "vision.proj", layer));
        FIRSTLIGHT_RETURN_IF_ERROR(resolve(block.norm2, "vision.norm2", layer));
        FIRSTLIGHT_RETURN_IF_ERROR(resolve(block.fc1, "vision.fc1", layer));
        FIRSTLIGHT_RETURN_IF_ERROR(resolve(block.fc2, "vision.fc2", layer));
    }
    FIRSTLIGHT_RETURN_IF_ERROR(resolve(m_merger.norm, "vision.merger.norm", -1));
    FIRSTLIGHT_RETURN_IF_ERROR(resolve(m_merger.fc1, "vision.merger.fc1", -1));
    FIRSTLIGHT_RETURN_IF_ERROR(resolve(m_merger.fc2, "vision.merger.fc2", -1));
    for (std::size_t index = 0; index < m_vision.deepstackLayers.size(); ++index) {
        Merger& merger = m_deepstack.emplace_back();
        const auto layer = static_cast<std::int32_t>(index);
        FIRSTLIGHT_RETURN_IF_ERROR(resolve(merger.norm, "vision.deepstack.norm", layer));
        FIRSTLIGHT_RETURN_IF_ERROR(resolve(merger.fc1, "vision.deepstack.fc1", layer));
        FIRSTLIGHT_RETURN_IF_ERROR(resolve(merger.fc2, "vision.deepstack.fc2", layer));
    }
    return absl::OkStatus();
}

absl::Status VisionTower::resolve(Affine& target, const char* role, std::int32_t layer)
{
    target.weight = m_weights.find(role, layer);
    target.bias = m_weights.find(role, layer, true);
    if (target.weight == nullptr) {
        return base::failure(reasons::kModelUnsupported, {{"detail", std::string(role) + " is missing"}});
    }
    return absl::OkStatus();
}

absl::Status VisionTower::makeBuffers(MemoryPool& pool, const StepLimits& limits)
{
    const std::int64_t merged = m_vision.spatialMergeSize * m_vision.spatialMergeSize;
    const std::int64_t patches = limits.imageTokens * merged;
    const std::int64_t hidden = m_vision.hiddenSize;
    const std::int64_t headDim = hidden / m_vision.headCount;
    const std::int64_t wide = std::max<std::int64_t>(3 * hidden, m_vision.intermediateSize);
    const struct {
        PoolBuffer& buffer;
        std::int64_t elements;
    } buffers[] = {{m_patches, kPatchBlock * m_patchEmbed.weight->columns},
                   {m_hidden, patches * hidden},
                   {m_normed, patches * hidden},
                   {m_attended, patches * hidden},
                   {m_wide, patches * wide},
                   {m_positions, 3 * patches},
                   {m_cosines, patches * headDim / 2},
                   {m_sines, patches * headDim / 2}};
    for (const auto& [buffer, elements] : buffers) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(
            buffer, pool.allocate(elements * static_cast<std::int64_t>(sizeof(float)), MemoryClass::kVision));
    }
    return absl::OkStatus();
}

void VisionTower::run(const Compute& compute, const StepImage& image, ImageFeatures& features)
{
    const PatchGrid grid = patchGrid(m_vision, image.width, image.height);
    m_rows = grid.count();
    embedPatches(compute, image, grid);
    addPositions(grid);
    makeRotations(compute, grid);
    for (std::int32_t layer = 0; layer < m_vision.depth; ++layer) {
        runBlock(compute, m_blocks[static_cast<std::size_t>(layer)]);
        const auto deep = std::find(m_vision.deepstackLayers.begin(), m_vision.deepstackLayers.end(), layer);
        if (deep != m_vision.deepstackLayers.end()) {
            const auto index = static_cast<std::int32_t>(deep - m_vision.deepstackLayers.begin());
            merge(compute, m_deepstack[static_cast<std::size_t>(index)], true,
                  features.row(1 + index, image.featureRow));
        }
    }
    merge(compute, m_merger, false, features.row(0, image.featureRow));
}

void VisionTower::embedPatches(const Compute& compute, const StepImage& image, const PatchGrid& grid)
{
    const std::int64_t width = m_patchEmbed.weight->columns;
    const std::span<float> patches = m_patches.as<float>();
    for (std::int64_t first = 0; first < m_rows; first += kPatchBlock) {
        const std::int64_t count = std::min(kPatchBlock, m_rows - first);
        for (std::int64_t index = 0; index < count; ++index) {
            extractPatch(m_vision, image,
                         patchPlace(grid, m_vision.spatialMergeSize, static_cast<std::int32_t>(first + index)),
                         patches.subspan(static_cast<std::size_t>(index * width), static_cast<std::size_t>(width)));
        }
        linear(compute, patches.data(), count, *m_patchEmbed.weight, m_patchEmbed.bias,
               m_hidden.as<float>().data() + first * m_vision.hiddenSize);
    }
}

void VisionTower::addPositions(const PatchGrid& grid)
{
    const float* table = m_positionTable->floats();
    float* hidden = m_hidden.as<float>().data();
    for (std::int32_t index = 0; index < grid.count(); ++index, hidden += m_vision.hiddenSize) {
        const TableTaps taps = tableTaps(grid, m_tableSide, patchPlace(grid, m_vision.spatialMergeSize, index));
        for (std::size_t tap = 0; tap < taps.rows.size(); ++tap) {
            addScaled(hidden, table + static_cast<std::int64_t>(taps.rows[tap]) * m_vision.hiddenSize,
                      taps.weights[tap], m_vision.hiddenSize);
        }
    }
}

void VisionTower::makeRotations(const Compute& compute, const PatchGrid& grid)
{
    const std::span<std::int32_t> positions = m_positions.as<std::int32_t>();
    for (std::int32_t index = 0; index < grid.count(); ++index) {
        const auto [row, column] = patchPlace(grid, m_vision.spatialMergeSize, index);
        positions[static_cast<std::size_t>(index)] = row;
        positions[static_cast<std::size_t>(grid.count() + index)] = column;
        positions[static_cast<std::size_t>(2 * grid.count() + index)] = 0; // no time in a still image
    }
    const auto half = static_cast<std::int32_t>(m_inverseFrequencies.size());
    kernels::RopeTableArgs args;
    args.positions = positions.data();
    args.tokens = m_rows;
    args.inverseFrequencies = m_inverseFrequencies.data();
    args.half = half;
    args.layout = kernels::RopeLayout::Sectioned;
    args.sections = {half / 2, half / 2, 0};
    args.cosines = m_cosines.as<float>().data();
    args.sines = m_sines.as<float>().data();
    compute.operators.ropeTable(compute.context, args);
}

void VisionTower::runBlock(const Compute& compute, const Block& block)
{
    float* hidden = m_hidden.as<float>().data();
    float* wide = m_wide.as<float>().data();
    normalize(compute, block.norm1, m_rows, m_vision.hiddenSize);
    linear(compute, m_normed.as<float>().data(), m_rows, *block.qkv.weight, block.qkv.bias, wide);
    attend(compute);
    addLinear(compute, m_attended.as<float>().data(), block.projection, hidden);
    normalize(compute, block.norm2, m_rows, m_vision.hiddenSize);
    linear(compute, m_normed.as<float>().data(), m_rows, *block.fc1.weight, block.fc1.bias, wide);
    const std::int64_t width = block.fc1.weight->rows;
    compute.operators.activation(compute.context, {kernelActivation(m_vision.activation), wide, width, m_rows, width});
    addLinear(compute, wide, block.fc2, hidden);
}

void VisionTower::attend(const Compute& compute)
{
    const std::int64_t hidden = m_vision.hiddenSize;
    const std::int64_t headDim = hidden / m_vision.headCount;
    float* queries = m_wide.as<float>().data();
    for (float* heads : {queries, queries + hidden}) {
        compute.operators.rope(compute.context,
                               {heads, 3 * hidden, m_rows, m_vision.headCount, headDim, m_cosines.as<float>().data(),
                                m_sines.as<float>().data(), headDim / 2});
    }
    const std::int32_t bounds[] = {0, static_cast<std::int32_t>(m_rows)};
    kernels::FullAttentionArgs args;
    args.queries = queries;
    args.keys = queries + hidden;
    args.values = queries + 2 * hidden;
    args.queryStride = args.keyStride = args.valueStride = 3 * hidden;
    args.heads = m_vision.headCount;
    args.headDimension = headDim;
    args.scale = 1.0F / std::sqrt(static_cast<float>(headDim));
    args.bounds = bounds;
    args.segments = 1;
    args.output = m_attended.as<float>().data();
    args.outputStride = hidden;
    compute.operators.fullAttention(compute.context, args);
}

// Joins merge x merge patches, which lie one behind the other, into one row. The last merger normalises patches, those
// of deepstack the joined rows.
void VisionTower::merge(const Compute& compute, const Merger& merger, bool normalizeMerged, float* output)
{
    const std::int64_t joined = m_vision.spatialMergeSize * m_vision.spatialMergeSize;
    const std::int64_t rows = m_rows / joined;
    const std::int64_t width = m_vision.hiddenSize * joined;
    float* wide = m_wide.as<float>().data();
    if (normalizeMerged) {
        normalize(compute, merger.norm, rows, width);
    } else {
        normalize(compute, merger.norm, m_rows, m_vision.hiddenSize);
    }
    linear(compute, m_normed.as<float>().data(), rows, *merger.fc1.weight, merger.fc1.bias, wide);
    compute.operators.activation(compute.context, {kernels::Activation::Gelu, wide, width, rows, width});
    linear(compute, wide, rows, *merger.fc2.weight, merger.fc2.bias, output);
}

void VisionTower::normalize(const Compute& compute, const Affine& norm, std::int64_t rows, std::int64_t width)
{
    kernels::LayerNormArgs args;
    args.input = m_hidden.as<float>().data();
    args.inputStride = width;
    args.rows = rows;
    args.width = width;
    args.weight = norm.weight->floats();
    args.bias = norm.bias != nullptr ? norm.bias->floats() : nullptr;
    args.epsilon = static_cast<float>(m_vision.layerNormEpsilon);
    args.output = m_normed.as<float>().data();
    args.outputStride = width;
    compute.operators.layerNorm(compute.context, args);
}

void VisionTower::addLinear(const Compute& compute, const float* input, const Affine& affine, float* output)
{
    kernels::LinearArgs args;
    args.input = input;
    args.inputStride = affine.weight->columns;
    args.rows = m_rows;
    args.weights = affine.weight->view();
    args.bias = affine.bias != nullptr ? affine.bias->floats() : nullptr;
    args.output = output;
    args.outputStride = affine.weight->rows;
    args.mode = kernels::WriteMode::Accumulate;
    compute.operators.linear(compute.context, args);
}

} // namespace firstlight::engine
