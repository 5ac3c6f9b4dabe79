#include "backend/engine/image_patches.h"

#include <algorithm>
#include <cmath>

namespace firstlight::engine {

namespace {

struct AxisTaps {
    std::array<std::int32_t, 2> index;
    std::array<float, 2> weight;
};

AxisTaps axisTaps(std::int32_t place, std::int32_t size, std::int32_t side)
{
    const float source = static_cast<float>(place * (side - 1)) / static_cast<float>(std::max(size - 1, 1));
    const float floor = std::floor(source);
    const auto first = static_cast<std::int32_t>(floor);
    const float upper = source - floor;
    return {{std::min(first, side - 1), std::min(first + 1, side - 1)}, {1.0F - upper, upper}};
}

} // namespace

PatchGrid patchGrid(const model::VisionSpec& vision, std::int32_t width, std::int32_t height)
{
    return {height / vision.patchSize, width / vision.patchSize};
}

std::array<std::int32_t, 2> patchPlace(const PatchGrid& grid, std::int32_t merge, std::int32_t index)
{
    const std::int32_t block = index / (merge * merge);
    const std::int32_t inside = index % (merge * merge);
    const std::int32_t blocksPerRow = grid.columns / merge;
    return {block / blocksPerRow * merge + inside / merge, block % blocksPerRow * merge + inside % merge};
}

void extractPatch(const model::VisionSpec& vision, const StepImage& image, std::array<std::int32_t, 2> place,
                  std::span<float> output)
{
    const std::int32_t size = vision.patchSize;
    std::size_t out = 0;
    for (std::int32_t channel = 0; channel < vision.inChannels; ++channel) {
        const auto index = static_cast<std::size_t>(channel);
        for (std::int32_t frame = 0; frame < vision.temporalPatchSize; ++frame) {
            for (std::int32_t y = 0; y < size; ++y) {
                const std::size_t line = static_cast<std::size_t>(place[0] * size + y) * image.width;
                for (std::int32_t x = 0; x < size; ++x) {
                    const std::size_t pixel = line + static_cast<std::size_t>(place[1] * size + x);
                    const float value = image.rgb[pixel * 3 + index];
                    output[out++] = (value - image.mean[index] * 255.0F) / (image.deviation[index] * 255.0F);
                }
            }
        }
    }
}

TableTaps tableTaps(const PatchGrid& grid, std::int32_t side, std::array<std::int32_t, 2> place)
{
    const AxisTaps vertical = axisTaps(place[0], grid.rows, side);
    const AxisTaps horizontal = axisTaps(place[1], grid.columns, side);
    TableTaps taps;
    for (std::size_t tap = 0; tap < 4; ++tap) {
        taps.rows[tap] = vertical.index[tap / 2] * side + horizontal.index[tap % 2];
        taps.weights[tap] = vertical.weight[tap / 2] * horizontal.weight[tap % 2];
    }
    return taps;
}

} // namespace firstlight::engine
