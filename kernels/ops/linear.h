#pragma once

#include "kernels/ops/tensor_view.h"

namespace firstlight::kernels {

enum class WriteMode : std::uint8_t { Overwrite, Accumulate };

// output[r, o] = (Accumulate: output[r, o] +) bias[o] + sum over i of input[r, i] * weights[o, i].
// The order of summation depends on weights.columns alone: a row gives the same bits alone and in any batch, and with
// any number of threads. Output must not overlap input.
struct LinearArgs {
    const float* input = nullptr; // [rows, weights.columns], rows inputStride apart
    std::int64_t inputStride = 0;
    std::int64_t rows = 0;
    WeightView weights;          // [out, in]
    const float* bias = nullptr; // [out] or null
    float* output = nullptr;     // [rows, weights.rows], rows outputStride apart
    std::int64_t outputStride = 0;
    WriteMode mode = WriteMode::Overwrite;
};

} // namespace firstlight::kernels
