// Weights in blocks that share their scales, as GGUF files store them, and what numbers they stand for.
#pragma once

#include <cstddef>
#include <cstdint>

namespace firstlight::kernels {

// Named as the format names them. 32 numbers to a block, 256 for those whose name has a K and for IQ4_XS.
enum class BlockFormat : std::uint8_t {
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q2_K,
    Q3_K,
    Q4_K,
    Q5_K,
    Q6_K,
    IQ4_NL,
    IQ4_XS,
    MXFP4,
};

int blockElements(BlockFormat format);
int blockBytes(BlockFormat format);

// Writes the blockElements() x `count` numbers of `count` blocks. Rounds as the reference does: scale times number,
// then minus or plus the block's offset, each in binary32. Neither side needs to be aligned.
void expandBlocks(BlockFormat format, const std::byte* blocks, std::int64_t count, float* values);

} // namespace firstlight::kernels
