#pragma once

#include <bit>
#include <cstdint>

namespace firstlight::kernels {

// Always inlined: these are compiled in translation units with different instruction sets, and a shared out-of-line
// copy might be the one that needs instructions which the machine lacks.

[[gnu::always_inline]] inline float bfloat16ToFloat(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

// Rounds to nearest, ties to even. NaN stays a (quiet) NaN.
[[gnu::always_inline]] inline std::uint16_t floatToBfloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffU) > 0x7f800000U) {
        return static_cast<std::uint16_t>((bits >> 16) | 0x40U);
    }
    return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

} // namespace firstlight::kernels
