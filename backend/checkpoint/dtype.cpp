#include "backend/checkpoint/checkpoint_index.h"

#include <array>

namespace firstlight::checkpoint {
namespace {

struct DTypeRow {
    std::string_view name;
    BlockLayout layout;
};

// In the order of DType.
constexpr std::array<DTypeRow, 47> kRows{{
    {"BOOL", {1, 1}},       {"F4", {2, 1}},          {"F6_E2M3", {4, 3}},     {"F6_E3M2", {4, 3}},
    {"U8", {1, 1}},         {"I8", {1, 1}},          {"F8_E5M2", {1, 1}},     {"F8_E4M3", {1, 1}},
    {"F8_E8M0", {1, 1}},    {"F8_E4M3FNUZ", {1, 1}}, {"F8_E5M2FNUZ", {1, 1}}, {"I16", {1, 2}},
    {"U16", {1, 2}},        {"F16", {1, 2}},         {"BF16", {1, 2}},        {"I32", {1, 4}},
    {"U32", {1, 4}},        {"F32", {1, 4}},         {"C64", {1, 8}},         {"F64", {1, 8}},
    {"I64", {1, 8}},        {"U64", {1, 8}},         {"Q1_0", {128, 18}},     {"Q2_K", {256, 84}},
    {"Q3_K", {256, 110}},   {"Q4_0", {32, 18}},      {"Q4_1", {32, 20}},      {"Q4_K", {256, 144}},
    {"Q5_0", {32, 22}},     {"Q5_1", {32, 24}},      {"Q5_K", {256, 176}},    {"Q6_K", {256, 210}},
    {"Q8_0", {32, 34}},     {"Q8_K", {256, 292}},    {"IQ1_S", {256, 50}},    {"IQ1_M", {256, 56}},
    {"IQ2_XXS", {256, 66}}, {"IQ2_XS", {256, 74}},   {"IQ2_S", {256, 82}},    {"IQ3_XXS", {256, 98}},
    {"IQ3_S", {256, 110}},  {"IQ4_NL", {32, 18}},    {"IQ4_XS", {256, 136}},  {"TQ1_0", {256, 54}},
    {"TQ2_0", {256, 66}},   {"MXFP4", {32, 17}},     {"NVFP4", {64, 36}},
}};
static_assert(kRows.size() == static_cast<std::size_t>(DType::kNvFp4) + 1);

} // namespace

std::string_view dtypeName(DType dtype)
{
    return kRows[static_cast<std::size_t>(dtype)].name;
}

std::optional<DType> dtypeFromName(std::string_view name)
{
    for (std::size_t i = 0; i <= static_cast<std::size_t>(DType::kU64); ++i) {
        if (kRows[i].name == name) {
            return static_cast<DType>(i);
        }
    }
    return std::nullopt;
}

bool isBlockDType(DType dtype)
{
    return dtype > DType::kU64;
}

int dtypeBits(DType dtype)
{
    const BlockLayout layout = blockLayout(dtype);
    return 8 * layout.bytes / layout.elements;
}

BlockLayout blockLayout(DType dtype)
{
    return kRows[static_cast<std::size_t>(dtype)].layout;
}

std::optional<std::uint64_t> packedBytes(DType dtype, std::uint64_t elements)
{
    const BlockLayout layout = blockLayout(dtype);
    const auto perBlock = static_cast<std::uint64_t>(layout.elements);
    std::uint64_t bytes = 0;
    if (elements % perBlock != 0 ||
        __builtin_mul_overflow(elements / perBlock, static_cast<std::uint64_t>(layout.bytes), &bytes) ||
        bytes > std::uint64_t{1} << 62) {
        return std::nullopt;
    }
    return bytes;
}

} // namespace firstlight::checkpoint
