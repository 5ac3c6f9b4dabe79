// Where a prompt's tokens stand, and how fast positions turn the heads.
#pragma once

#include "backend/model/model_spec.h"

#include <absl/status/statusor.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace firstlight::engine {

// (t, h, w). All three are equal for text.
using Position = std::array<std::int32_t, 3>;

// An image in merged patches, as its tokens stand in the prompt.
struct ImageGrid {
    std::int32_t rows = 0;
    std::int32_t columns = 0;

    std::int32_t tokenCount() const { return rows * columns; }
};

struct PromptPositions {
    std::vector<Position> positions; // one per prompt token
    std::int32_t next = 0;           // of the first generated token; later ones count on from there
};

// Text counts on by one; an image's tokens stand in its grid, and text after it goes on behind the grid's longer side.
// Fails with kRequestInvalid when the image tokens of the prompt and the grids do not agree.
absl::StatusOr<PromptPositions> promptPositions(std::span<const std::int32_t> tokens,
                                                const std::vector<ImageGrid>& images, std::int32_t imageTokenId);

// What one unit of position turns each pair of a head by: rotaryDim / 2 angles in radians, scaling applied.
std::vector<float> inverseFrequencies(const model::RopeSpec& rope);

} // namespace firstlight::engine
