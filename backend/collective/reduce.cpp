#include "backend/collective/reduce.h"

#include <algorithm>

namespace firstlight::collective {

void reduceInto(float* __restrict accumulator, const float* __restrict values, std::size_t count, ReduceOp op)
{
    if (op == ReduceOp::kSum) {
        for (std::size_t index = 0; index < count; ++index) {
            accumulator[index] += values[index];
        }
    } else {
        for (std::size_t index = 0; index < count; ++index) {
            accumulator[index] = std::max(accumulator[index], values[index]);
        }
    }
}

void reducePair(float* __restrict output, const float* __restrict a, const float* __restrict b, std::size_t count,
                ReduceOp op)
{
    if (op == ReduceOp::kSum) {
        for (std::size_t index = 0; index < count; ++index) {
            output[index] = a[index] + b[index];
        }
    } else {
        for (std::size_t index = 0; index < count; ++index) {
            output[index] = std::max(a[index], b[index]);
        }
    }
}

} // namespace firstlight::collective
