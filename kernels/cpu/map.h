#pragma once

#include "kernels/cpu/simd.h"

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

// Calls function(i, count) for pieces of [0, width): full vectors first, then one partial. A value's result is
// the same in both, since a partial piece is a full vector padded with zeros.
template <typename Function>
FIRSTLIGHT_INLINE void forEachVector(std::int64_t width, const Function& function)
{
    std::int64_t i = 0;
    for (; i + kLanes <= width; i += kLanes) {
        function(i, static_cast<std::int64_t>(kLanes));
    }
    if (i < width) {
        function(i, width - i);
    }
}

FIRSTLIGHT_INLINE Vector loadUpTo(const float* data, std::int64_t count)
{
    return count == kLanes ? load(data) : loadPartial(data, count);
}

FIRSTLIGHT_INLINE void storeUpTo(float* data, Vector value, std::int64_t count)
{
    if (count == kLanes) {
        store(data, value);
    } else {
        storePartial(data, value, count);
    }
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
