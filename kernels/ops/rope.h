#pragma once

#include <array>
#include <cstdint>

namespace firstlight::kernels {

enum class RopeLayout : std::uint8_t {
    Plain,       // one position for a token
    Sectioned,   // frequencies [0, s0) take the first position, [s0, s0 + s1) the second, the rest the third
    Interleaved, // frequency i takes position i % 3, while i < 3 * sections[i % 3]; else the first
};

// cosines[t, i] = cos(p * inverseFrequencies[i]) * magnitude, sines likewise, where p is the position of token t that
// the layout chooses for frequency i. The angle is rounded to float before the cosine, as common reference code does.
struct RopeTableArgs {
    const std::int32_t* positions = nullptr; // [1 or 3, tokens]: one row with Plain, else time, height, width
    std::int64_t tokens = 0;
    const float* inverseFrequencies = nullptr; // [half]
    std::int64_t half = 0;                     // half of the rotary dimension
    RopeLayout layout = RopeLayout::Plain;
    std::array<std::int32_t, 3> sections{}; // frequencies for time, height, width; unused with Plain
    float magnitude = 1.0F;                 // attention scaling of some context extensions
    float* cosines = nullptr;               // [tokens, half]
    float* sines = nullptr;                 // [tokens, half]
};

enum class RopePairs : std::uint8_t {
    Halves,   // x[i] with x[i + half]
    Adjacent, // x[2 * i] with x[2 * i + 1]
};

// Turns the pairs of each head in place, pair i by angle i; dimensions from 2 * half on stay as they are.
struct RopeArgs {
    float* data = nullptr; // [tokens, heads, headDimension], tokens `stride` apart
    std::int64_t stride = 0;
    std::int64_t tokens = 0;
    std::int64_t heads = 0;
    std::int64_t headDimension = 0; // >= 2 * half
    const float* cosines = nullptr; // [tokens, half]
    const float* sines = nullptr;   // [tokens, half]
    std::int64_t half = 0;
    RopePairs pairs = RopePairs::Halves;
};

} // namespace firstlight::kernels
