#pragma once

#include "kernels/cpu/simd.h"
#include "kernels/ops/activation.h"

#include <math.h>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

FIRSTLIGHT_INLINE Vector silu(Vector x)
{
    return x / (splat(1.0F) + exponential(-x));
}

FIRSTLIGHT_INLINE Vector gelu(Vector x)
{
    Vector result;
    for (int i = 0; i < kLanes; ++i) {
        result[i] = 0.5F * x[i] * (1.0F + ::erff(x[i] * 0.707106781F));
    }
    return result;
}

// (1 + tanh(z)) / 2 is 1 / (1 + exp(-2 z)).
FIRSTLIGHT_INLINE Vector geluTanh(Vector x)
{
    const Vector z = x * multiplyAdd(x * x, splat(0.0356774081F), splat(0.797884561F));
    return x / (splat(1.0F) + exponential(splat(-2.0F) * z));
}

// Calls function(f) with the function object for the activation.
template <typename Function>
FIRSTLIGHT_INLINE void withActivation(Activation activation, const Function& function)
{
    switch (activation) {
    case Activation::Silu:
        return function([](Vector x) __attribute__((always_inline)) { return silu(x); });
    case Activation::Gelu:
        return function([](Vector x) __attribute__((always_inline)) { return gelu(x); });
    case Activation::GeluTanh:
        return function([](Vector x) __attribute__((always_inline)) { return geluTanh(x); });
    }
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
