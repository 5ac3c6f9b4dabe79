#include "kernels/base/block_format.h"

#include "kernels/base/float16.h"

#include <array>
#include <bit>
#include <cstring>

namespace firstlight::kernels {
namespace {

constexpr int kSmall = 32;
constexpr int kLarge = 256;

float halfAt(const std::uint8_t* bytes)
{
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    return float16ToFloat(bits);
}

std::uint32_t wordAt(const std::uint8_t* bytes)
{
    std::uint32_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

// The low nibbles are the first half of the numbers, the high nibbles the second.
int nibble(const std::uint8_t* packed, int index)
{
    return index < kSmall / 2 ? packed[index] & 0xf : packed[index - kSmall / 2] >> 4;
}

void expandQ4_0(const std::uint8_t* block, float* values)
{
    const float scale = halfAt(block);
    for (int i = 0; i < kSmall; ++i) {
        values[i] = scale * static_cast<float>(nibble(block + 2, i) - 8);
    }
}

void expandQ4_1(const std::uint8_t* block, float* values)
{
    const float scale = halfAt(block);
    const float offset = halfAt(block + 2);
    for (int i = 0; i < kSmall; ++i) {
        values[i] = scale * static_cast<float>(nibble(block + 4, i)) + offset;
    }
}

int fiveBits(const std::uint8_t* packed, std::uint32_t high, int index)
{
    return nibble(packed, index) | static_cast<int>((high >> index & 1U) << 4);
}

void expandQ5_0(const std::uint8_t* block, float* values)
{
    const float scale = halfAt(block);
    const std::uint32_t high = wordAt(block + 2);
    for (int i = 0; i < kSmall; ++i) {
        values[i] = scale * static_cast<float>(fiveBits(block + 6, high, i) - 16);
    }
}

void expandQ5_1(const std::uint8_t* block, float* values)
{
    const float scale = halfAt(block);
    const float offset = halfAt(block + 2);
    const std::uint32_t high = wordAt(block + 4);
    for (int i = 0; i < kSmall; ++i) {
        values[i] = scale * static_cast<float>(fiveBits(block + 8, high, i)) + offset;
    }
}

void expandQ8_0(const std::uint8_t* block, float* values)
{
    const float scale = halfAt(block);
    for (int i = 0; i < kSmall; ++i) {
        values[i] = static_cast<float>(static_cast<std::int8_t>(block[2 + i])) * scale;
    }
}

// Two bits each: 128 numbers in 32 bytes, a quarter of them at each shift.
int twoBits(const std::uint8_t* packed, int index)
{
    return packed[index / 128 * 32 + index % 32] >> (index / 32 % 4 * 2) & 3;
}

void expandQ2_K(const std::uint8_t* block, float* values)
{
    const std::uint8_t* packed = block + 16;
    const float scale = halfAt(block + 80);
    const float least = halfAt(block + 82);
    for (int i = 0; i < kLarge; ++i) {
        const float part = scale * static_cast<float>(block[i / 16] & 0xf);
        const float offset = least * static_cast<float>(block[i / 16] >> 4);
        values[i] = part * static_cast<float>(twoBits(packed, i)) - offset;
    }
}

// Sixteen scales of six bits: four low bits in eight bytes, two high bits in four.
int scaleQ3_K(const std::uint8_t* scales, int group)
{
    const int low = group < 8 ? scales[group] & 0xf : scales[group - 8] >> 4;
    const int high = scales[8 + group % 4] >> (group / 4 * 2) & 3;
    return (low | high << 4) - 32;
}

void expandQ3_K(const std::uint8_t* block, float* values)
{
    const std::uint8_t* packed = block + 32;
    const std::uint8_t* scales = block + 96;
    const float scale = halfAt(block + 108);
    for (int i = 0; i < kLarge; ++i) {
        const bool isSet = (block[i % 32] >> (i / 32) & 1) != 0;
        const int number = twoBits(packed, i) - (isSet ? 0 : 4);
        values[i] = scale * static_cast<float>(scaleQ3_K(scales, i / 16)) * static_cast<float>(number);
    }
}

struct ScaleAndOffset {
    float scale;
    float offset;
};

// Eight scales and eight offsets of six bits each in twelve bytes.
ScaleAndOffset groupQ4_K(const std::uint8_t* block, int group)
{
    const std::uint8_t* packed = block + 4;
    int scale = packed[group % 4] & 0x3f;
    int offset = packed[4 + group % 4] & 0x3f;
    if (group >= 4) {
        scale = (packed[4 + group] & 0xf) | (packed[group - 4] >> 2 & 0x30);
        offset = packed[4 + group] >> 4 | (packed[group] >> 2 & 0x30);
    }
    return {halfAt(block) * static_cast<float>(scale), halfAt(block + 2) * static_cast<float>(offset)};
}

// Of 256: 64 numbers in 32 bytes, the low nibbles first.
int largeNibble(const std::uint8_t* packed, int index)
{
    return packed[index / 64 * 32 + index % 32] >> (index / 32 % 2 * 4) & 0xf;
}

void expandQ4_K(const std::uint8_t* block, float* values)
{
    for (int group = 0; group < kLarge / 32; ++group) {
        const ScaleAndOffset part = groupQ4_K(block, group);
        for (int i = group * 32; i < group * 32 + 32; ++i) {
            values[i] = part.scale * static_cast<float>(largeNibble(block + 16, i)) - part.offset;
        }
    }
}

void expandQ5_K(const std::uint8_t* block, float* values)
{
    for (int group = 0; group < kLarge / 32; ++group) {
        const ScaleAndOffset part = groupQ4_K(block, group);
        for (int i = group * 32; i < group * 32 + 32; ++i) {
            const int high = block[16 + i % 32] >> group & 1;
            values[i] = part.scale * static_cast<float>(largeNibble(block + 48, i) | high << 4) - part.offset;
        }
    }
}

void expandQ6_K(const std::uint8_t* block, float* values)
{
    const std::uint8_t* high = block + 128;
    const std::uint8_t* scales = block + 192;
    const float scale = halfAt(block + 208);
    for (int i = 0; i < kLarge; ++i) {
        const int low = block[i / 128 * 64 + i % 64] >> (i / 64 % 2 * 4) & 0xf;
        const int number = (low | twoBits(high, i) << 4) - 32;
        values[i] = scale * static_cast<float>(static_cast<std::int8_t>(scales[i / 16])) * static_cast<float>(number);
    }
}

constexpr std::array<float, 16> kNonLinear{-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

void expandIQ4_NL(const std::uint8_t* block, float* values)
{
    const float scale = halfAt(block);
    for (int i = 0; i < kSmall; ++i) {
        values[i] = scale * kNonLinear[static_cast<std::size_t>(nibble(block + 2, i))];
    }
}

void expandIQ4_XS(const std::uint8_t* block, float* values)
{
    const int highBits = block[2] | block[3] << 8;
    for (int group = 0; group < kLarge / kSmall; ++group) {
        const int low = block[4 + group / 2] >> (group % 2 * 4) & 0xf;
        const int high = highBits >> (2 * group) & 3;
        const float scale = halfAt(block) * static_cast<float>((low | high << 4) - 32);
        for (int i = 0; i < kSmall; ++i) {
            values[group * kSmall + i] =
                scale * kNonLinear[static_cast<std::size_t>(nibble(block + 8 + group * 16, i))];
        }
    }
}

// Twice the values of E2M1, so that they are whole.
constexpr std::array<float, 16> kE2M1Twice{0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

// Half of 2^(exponent - 127); the smallest two are subnormal.
float halfPower(std::uint8_t exponent)
{
    const std::uint32_t bits = exponent < 2 ? 0x00200000U << exponent : static_cast<std::uint32_t>(exponent - 1) << 23;
    return std::bit_cast<float>(bits);
}

void expandMXFP4(const std::uint8_t* block, float* values)
{
    const float scale = halfPower(block[0]);
    for (int i = 0; i < kSmall; ++i) {
        values[i] = scale * kE2M1Twice[static_cast<std::size_t>(nibble(block + 1, i))];
    }
}

struct FormatRow {
    int elements;
    int bytes;
    void (*expand)(const std::uint8_t* block, float* values);
};

// In the order of BlockFormat.
constexpr std::array<FormatRow, 13> kFormats{{
    {kSmall, 18, expandQ4_0},
    {kSmall, 20, expandQ4_1},
    {kSmall, 22, expandQ5_0},
    {kSmall, 24, expandQ5_1},
    {kSmall, 34, expandQ8_0},
    {kLarge, 84, expandQ2_K},
    {kLarge, 110, expandQ3_K},
    {kLarge, 144, expandQ4_K},
    {kLarge, 176, expandQ5_K},
    {kLarge, 210, expandQ6_K},
    {kSmall, 18, expandIQ4_NL},
    {kLarge, 136, expandIQ4_XS},
    {kSmall, 17, expandMXFP4},
}};
static_assert(kFormats.size() == static_cast<std::size_t>(BlockFormat::MXFP4) + 1);

const FormatRow& rowOf(BlockFormat format)
{
    return kFormats[static_cast<std::size_t>(format)];
}

} // namespace

int blockElements(BlockFormat format)
{
    return rowOf(format).elements;
}

int blockBytes(BlockFormat format)
{
    return rowOf(format).bytes;
}

void expandBlocks(BlockFormat format, const std::byte* blocks, std::int64_t count, float* values)
{
    const FormatRow& row = rowOf(format);
    const auto* block = reinterpret_cast<const std::uint8_t*>(blocks);
    for (std::int64_t i = 0; i < count; ++i) {
        row.expand(block, values);
        block += row.bytes;
        values += row.elements;
    }
}

} // namespace firstlight::kernels
