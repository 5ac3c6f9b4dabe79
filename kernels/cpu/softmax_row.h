#pragma once

#include "kernels/cpu/map.h"

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

FIRSTLIGHT_INLINE float largestOf(const float* data, std::int64_t width)
{
    Vector best = splat(data[0]);
    std::int64_t i = 0;
    for (; i + kLanes <= width; i += kLanes) {
        best = maximum(load(data + i), best);
    }
    float result = largest(best);
    for (; i < width; ++i) {
        result = data[i] > result ? data[i] : result;
    }
    return result;
}

// output = exp(input - shift); returns the sum. The lanes past the end of a partial vector are left out of the sum.
FIRSTLIGHT_INLINE float exponentials(const float* input, std::int64_t width, float shift, float* output)
{
    Vector total{};
    float rest = 0.0F;
    forEachVector(width, [&](std::int64_t i, std::int64_t count) {
        const Vector value = exponential(loadUpTo(input + i, count) - splat(shift));
        storeUpTo(output + i, value, count);
        if (count == kLanes) {
            total = total + value;
            return;
        }
        for (std::int64_t k = 0; k < count; ++k) {
            rest += value[k];
        }
    });
    return sum(total) + rest;
}

FIRSTLIGHT_INLINE void softmaxRow(const float* input, std::int64_t width, float* output)
{
    const float total = exponentials(input, width, largestOf(input, width), output);
    const float factor = 1.0F / total;
    for (std::int64_t i = 0; i < width; ++i) {
        output[i] *= factor;
    }
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
