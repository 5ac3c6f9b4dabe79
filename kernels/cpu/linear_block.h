#pragma once

#include "kernels/cpu/simd.h"
#include "kernels/ops/tensor_view.h"

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

// Outputs that one task computes: enough to read each input row from near memory only once in a while, few enough to
// share a layer among many threads.
constexpr std::int64_t kOutputBlock = 32;

// Rows of a matrix, all (indices null) or chosen.
struct InputRows {
    const float* data = nullptr;
    std::int64_t stride = 0;
    const std::int32_t* indices = nullptr; // [count] or null
    std::int64_t count = 0;

    FIRSTLIGHT_INLINE const float* row(std::int64_t i) const
    {
        return data + (indices != nullptr ? indices[i] : i) * stride;
    }
};

// output[r * outputStride + o - begin] += rows.row(r) . weights[o, :] for o in [begin, end), end - begin <=
// kOutputBlock. Sums panels of the inner dimension in ascending order; see LinearArgs on what that promises.
void accumulateLinear(const InputRows& rows, const WeightView& weights, std::int64_t begin, std::int64_t end,
                      float* output, std::int64_t outputStride);

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
