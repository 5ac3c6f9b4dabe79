// Moves a block of a tensor's rows from a read buffer to where its slice lies in memory.
#pragma once

#include "backend/engine/weights.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace firstlight::engine {

// `block` holds whole rows of matrix `matrix` of the item's tensor, as in the file but of `dtype`; the first of them is
// the `sliceRow`-th row that the item selects from each matrix.
void copyBlock(const LoadItem& item, const Weight& weight, std::int64_t matrix, std::int64_t sliceRow,
               std::span<const std::byte> block, checkpoint::DType dtype);

} // namespace firstlight::engine
