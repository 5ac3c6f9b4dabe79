// Geometry of one image for the vision tower: patches in merge-block order, their places, their part of the learned
// position table. Pure functions.
#pragma once

#include "backend/engine/step_plan.h"
#include "backend/model/model_spec.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace firstlight::engine {

struct PatchGrid {
    std::int32_t rows = 0; // patches, before merging
    std::int32_t columns = 0;

    std::int32_t count() const { return rows * columns; }
};

PatchGrid patchGrid(const model::VisionSpec& vision, std::int32_t width, std::int32_t height);

// Row and column of the index-th patch: blocks of merge x merge patches row by row, inside a block row by row.
std::array<std::int32_t, 2> patchPlace(const PatchGrid& grid, std::int32_t merge, std::int32_t index);

// Writes patch `index` as [channel, frame, y, x], normalised; the still image is repeated for each frame.
void extractPatch(const model::VisionSpec& vision, const StepImage& image, std::array<std::int32_t, 2> place,
                  std::span<float> output);

// Four neighbours in the square position table of `side` x `side` and their bilinear weights; the table's corners are
// the image's corners.
struct TableTaps {
    std::array<std::int32_t, 4> rows{};
    std::array<float, 4> weights{};
};
TableTaps tableTaps(const PatchGrid& grid, std::int32_t side, std::array<std::int32_t, 2> place);

} // namespace firstlight::engine
