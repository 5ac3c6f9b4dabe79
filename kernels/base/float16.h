#pragma once

#include <bit>
#include <cstdint>

namespace firstlight::kernels {

// Always inlined for the reason given in bfloat16.h.

// IEEE binary16 to binary32, exact for every value, subnormals, infinities and NaN included.
[[gnu::always_inline]] inline float float16ToFloat(std::uint16_t bits)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
    const std::uint32_t magnitude = bits & 0x7fffU;
    if (magnitude < 0x0400U) {
        // Zero or subnormal: the fraction in units of 2^-24 is exact in binary32.
        const float value = static_cast<float>(magnitude) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | sign);
    }
    const std::uint32_t rebias = magnitude >= 0x7c00U ? 0x70000000U : 0x38000000U;
    return std::bit_cast<float>(((magnitude << 13) + rebias) | sign);
}

// Rounds to nearest, ties to even; too large becomes infinity. NaN stays a NaN.
[[gnu::always_inline]] inline std::uint16_t floatToFloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    if (magnitude > 0x7f800000U) {
        return static_cast<std::uint16_t>(sign | 0x7e00U);
    }
    if (magnitude >= 0x477ff000U) {
        return static_cast<std::uint16_t>(sign | 0x7c00U);
    }
    if (magnitude < 0x38800000U) {
        // Adding 0.5 lines the units of 2^-24 up with the last place, so the addition itself rounds.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000U));
    }
    const std::uint32_t rounded = magnitude + 0xfffU + ((magnitude >> 13) & 1U);
    return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000U) >> 13));
}

} // namespace firstlight::kernels
