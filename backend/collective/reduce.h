// The arithmetic of reductions.
#pragma once

#include "backend/collective/communicator.h"

#include <cstddef>

namespace firstlight::collective {

// accumulator[i] = accumulator[i] op values[i]. The arrays do not overlap.
void reduceInto(float* accumulator, const float* values, std::size_t count, ReduceOp op);

// output[i] = a[i] op b[i]. `output` does not overlap the others.
void reducePair(float* output, const float* a, const float* b, std::size_t count, ReduceOp op);

} // namespace firstlight::collective
