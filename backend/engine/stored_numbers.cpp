#include "backend/engine/stored_numbers.h"

#include <algorithm>
#include <array>

namespace firstlight::engine {
namespace {

struct FormatRow {
    checkpoint::DType dtype;
    kernels::BlockFormat format;
};

using checkpoint::DType;
using kernels::BlockFormat;

constexpr std::array<FormatRow, 13> kFormats{{
    {DType::kQ4_0, BlockFormat::Q4_0},
    {DType::kQ4_1, BlockFormat::Q4_1},
    {DType::kQ5_0, BlockFormat::Q5_0},
    {DType::kQ5_1, BlockFormat::Q5_1},
    {DType::kQ8_0, BlockFormat::Q8_0},
    {DType::kQ2K, BlockFormat::Q2_K},
    {DType::kQ3K, BlockFormat::Q3_K},
    {DType::kQ4K, BlockFormat::Q4_K},
    {DType::kQ5K, BlockFormat::Q5_K},
    {DType::kQ6K, BlockFormat::Q6_K},
    {DType::kIQ4NL, BlockFormat::IQ4_NL},
    {DType::kIQ4XS, BlockFormat::IQ4_XS},
    {DType::kMxFp4, BlockFormat::MXFP4},
}};

} // namespace

std::optional<BlockFormat> blockFormat(DType dtype)
{
    const auto* row = std::find_if(kFormats.begin(), kFormats.end(),
                                   [dtype](const FormatRow& entry) { return entry.dtype == dtype; });
    return row == kFormats.end() ? std::nullopt : std::optional(row->format);
}

std::int64_t fileBytesOf(DType dtype, std::int64_t count)
{
    const checkpoint::BlockLayout layout = checkpoint::blockLayout(dtype);
    return count / layout.elements * layout.bytes + count % layout.elements * layout.bytes / layout.elements;
}

} // namespace firstlight::engine
