#pragma once

#include "kernels/ops/tensor_view.h"

namespace firstlight::kernels {

constexpr std::int64_t kMaxHeadDimension = 256;

// The key/value cache of one layer. Keys and values each lie as [block][kvHead][position in block][headDimension]
// without gaps. A sequence owns a list of blocks: position p is in blockTable[p / blockSize] at p % blockSize.
struct KvCacheView {
    void* keys = nullptr;
    void* values = nullptr;
    ElementType type = ElementType::F32; // F32 or BF16
    std::int64_t blockSize = 0;
    std::int64_t kvHeads = 0;
    std::int64_t headDimension = 0; // 1..kMaxHeadDimension
};

// Elements that one block takes in each of keys and values.
constexpr std::int64_t kvBlockElements(const KvCacheView& cache)
{
    return cache.kvHeads * cache.blockSize * cache.headDimension;
}

// Writes keys and values of `tokens` tokens at positions start, start + 1, ... of one sequence (rounding to BF16 where
// the cache has that type).
struct StoreKvArgs {
    const float* keys = nullptr;   // [tokens, kvHeads, headDimension], tokens keyStride apart
    const float* values = nullptr; // [tokens, kvHeads, headDimension], tokens valueStride apart
    std::int64_t keyStride = 0;
    std::int64_t valueStride = 0;
    std::int64_t tokens = 0;
    std::int64_t start = 0;
    const std::int32_t* blockTable = nullptr; // covers start + tokens positions
    KvCacheView cache;
};

// One sequence's part of a batch: query rows [firstRow, firstRow + rows) stand at positions start, start + 1, ...
struct AttentionSequence {
    std::int64_t firstRow = 0;
    std::int64_t rows = 0;
    std::int64_t start = 0;
    const std::int32_t* blockTable = nullptr; // covers start + rows positions, all of them stored
};

// Causal attention with grouped heads: query head h uses kv head h / (heads / kvHeads). A query at position p sees
// positions 0..p. Softmax and sums in float; the order of summation depends on p alone.
struct PagedAttentionArgs {
    const float* queries = nullptr; // [rows, heads, headDimension], rows queryStride apart
    std::int64_t queryStride = 0;
    std::int64_t heads = 0; // multiple of cache.kvHeads
    float scale = 1.0F;     // applied to the products before the softmax
    KvCacheView cache;
    const AttentionSequence* sequences = nullptr; // [sequenceCount], rows disjoint
    std::int64_t sequenceCount = 0;
    float* output = nullptr; // [rows, heads, headDimension], rows outputStride apart; not overlapping queries
    std::int64_t outputStride = 0;
};

// Attention without a mask inside of each segment (images): rows [bounds[s], bounds[s + 1]) see one another.
struct FullAttentionArgs {
    const float* queries = nullptr; // [rows, heads, headDimension], rows queryStride apart
    const float* keys = nullptr;    // [rows, heads, headDimension], rows keyStride apart
    const float* values = nullptr;  // [rows, heads, headDimension], rows valueStride apart
    std::int64_t queryStride = 0;
    std::int64_t keyStride = 0;
    std::int64_t valueStride = 0;
    std::int64_t heads = 0;
    std::int64_t headDimension = 0; // 1..kMaxHeadDimension
    float scale = 1.0F;
    const std::int32_t* bounds = nullptr; // [segments + 1], ascending
    std::int64_t segments = 0;
    float* output = nullptr; // [rows, heads, headDimension], rows outputStride apart; not overlapping the inputs
    std::int64_t outputStride = 0;
};

} // namespace firstlight::kernels
