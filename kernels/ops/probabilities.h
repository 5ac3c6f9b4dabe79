#pragma once

#include <cstdint>

namespace firstlight::kernels {

// Softmax, or its logarithm, of each row. In place when output == input and the strides are equal.
struct SoftmaxArgs {
    const float* input = nullptr; // [rows, width], rows inputStride apart; width >= 1
    std::int64_t inputStride = 0;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    float* output = nullptr; // [rows, width], rows outputStride apart
    std::int64_t outputStride = 0;
};

// The index of the largest value of each row, the lowest index of equal ones. NaN is never chosen unless all are NaN
// (then 0).
struct ArgmaxArgs {
    const float* input = nullptr; // [rows, width], rows `stride` apart; width >= 1
    std::int64_t stride = 0;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    std::int32_t* indices = nullptr; // [rows]
};

} // namespace firstlight::kernels
