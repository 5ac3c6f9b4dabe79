#pragma once

#include <cstdint>

namespace firstlight::kernels {

// output = input / sqrt(mean(input^2) + epsilon) * weight, for each of rows * groups vectors of `width`.
// groups > 1 normalises parts of a row alone (heads: groups = heads, width = head dimension, one weight for all).
// In place when output == input and the strides are equal.
struct RmsNormArgs {
    const float* input = nullptr; // [rows, groups, width], rows inputStride apart
    std::int64_t inputStride = 0;
    std::int64_t rows = 0;
    std::int64_t groups = 1;
    std::int64_t width = 0;
    const float* weight = nullptr; // [width]
    float epsilon = 1e-6F;
    float* output = nullptr; // [rows, groups, width], rows outputStride apart
    std::int64_t outputStride = 0;
};

// output = (input - mean) / sqrt(variance + epsilon) * weight + bias, with the population variance. In place as above.
struct LayerNormArgs {
    const float* input = nullptr; // [rows, width], rows inputStride apart
    std::int64_t inputStride = 0;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    const float* weight = nullptr; // [width] or null: ones
    const float* bias = nullptr;   // [width] or null: zeros
    float epsilon = 1e-6F;
    float* output = nullptr; // [rows, width], rows outputStride apart
    std::int64_t outputStride = 0;
};

} // namespace firstlight::kernels
