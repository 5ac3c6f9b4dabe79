#pragma once

#include "kernels/cpu/dot_tile.h"
#include "kernels/cpu/softmax_row.h"
#include "kernels/ops/attention.h"

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

constexpr std::int64_t kTileKeys = 32;  // keys taken in one step, counted from position 0
constexpr std::int64_t kQueryRows = 16; // query rows that share the loading of a tile

// One query vector, where its result goes, and how many keys it sees (>= 1), counted from the first.
struct QueryRow {
    const float* query;
    float* output;
    std::int64_t visible;
};

// The state of a softmax that is built up tile by tile. It changes with the row's own keys only, so a row's bits do not
// depend on the rows beside it.
struct AttentionState {
    alignas(64) float queries[kQueryRows][kMaxHeadDimension];
    alignas(64) float sums[kQueryRows][kMaxHeadDimension];
    alignas(64) float keys[kTileKeys][kMaxHeadDimension];
    alignas(64) float values[kTileKeys][kMaxHeadDimension];
    alignas(64) float scores[kQueryRows][kTileKeys];
    float largest[kQueryRows];
    float total[kQueryRows];
};

// sums = sums * keep + weights[t] * values[t] over the keys, for Count vectors from `offset` on.
template <int Count>
FIRSTLIGHT_INLINE void addValues(AttentionState& state, std::int64_t row, std::int64_t offset, std::int64_t keys,
                                 float keep)
{
    Vector sums[Count];
#pragma GCC unroll 8
    for (int v = 0; v < Count; ++v) {
        sums[v] = load(state.sums[row] + offset + v * kLanes) * splat(keep);
    }
    for (std::int64_t t = 0; t < keys; ++t) {
        const Vector weight = splat(state.scores[row][t]);
#pragma GCC unroll 8
        for (int v = 0; v < Count; ++v) {
            sums[v] = multiplyAdd(weight, load(state.values[t] + offset + v * kLanes), sums[v]);
        }
    }
#pragma GCC unroll 8
    for (int v = 0; v < Count; ++v) {
        store(state.sums[row] + offset + v * kLanes, sums[v]);
    }
}

FIRSTLIGHT_INLINE void addAllValues(AttentionState& state, std::int64_t row, std::int64_t width, std::int64_t keys,
                                    float keep)
{
    std::int64_t offset = 0;
    for (; offset + 8 * kLanes <= width; offset += 8 * kLanes) {
        addValues<8>(state, row, offset, keys, keep);
    }
    for (; offset + 4 * kLanes <= width; offset += 4 * kLanes) {
        addValues<4>(state, row, offset, keys, keep);
    }
    for (; offset < width; offset += kLanes) {
        addValues<1>(state, row, offset, keys, keep);
    }
}

// Scores of rows [first, first + rows) with the keys of the tile. Scores past a row's own keys are not used.
FIRSTLIGHT_INLINE void scoreTile(AttentionState& state, std::int64_t first, int rows, std::int64_t keys,
                                 std::int64_t width)
{
    const float* x[kRowTile];
    for (int r = 0; r < rows; ++r) {
        x[r] = state.queries[first + r];
    }
    for (std::int64_t t = 0; t < keys; t += kColumnTile) {
        const float* w[kColumnTile];
        for (int c = 0; c < kColumnTile; ++c) {
            w[c] = state.keys[t + c < keys ? t + c : keys - 1];
        }
        Vector4 dots[kRowTile] = {};
        dotTile(rows, x, w, width, 0, dots);
        for (int r = 0; r < rows; ++r) {
            std::memcpy(state.scores[first + r] + t, &dots[r], sizeof(Vector4));
        }
    }
}

// Folds `keys` scores of one row into its state.
FIRSTLIGHT_INLINE void foldTile(AttentionState& state, std::int64_t row, std::int64_t keys, std::int64_t width,
                                float scale)
{
    float* scores = state.scores[row];
    for (std::int64_t t = 0; t < keys; ++t) {
        scores[t] *= scale;
    }
    const float tileLargest = largestOf(scores, keys);
    const float largestNow = tileLargest > state.largest[row] ? tileLargest : state.largest[row];
    const float keep = exponential(splat(state.largest[row] - largestNow))[0];
    state.total[row] = state.total[row] * keep + exponentials(scores, keys, largestNow, scores);
    state.largest[row] = largestNow;
    addAllValues(state, row, width, keys, keep);
}

FIRSTLIGHT_INLINE void beginRows(AttentionState& state, const QueryRow* rows, std::int64_t count,
                                 std::int64_t dimension, std::int64_t width)
{
    for (std::int64_t r = 0; r < count; ++r) {
        std::memset(state.queries[r], 0, static_cast<std::size_t>(width) * sizeof(float));
        std::memcpy(state.queries[r], rows[r].query, static_cast<std::size_t>(dimension) * sizeof(float));
        std::memset(state.sums[r], 0, static_cast<std::size_t>(width) * sizeof(float));
        state.largest[r] = -__builtin_inff();
        state.total[r] = 0.0F;
    }
}

FIRSTLIGHT_INLINE void finishRows(const AttentionState& state, const QueryRow* rows, std::int64_t count,
                                  std::int64_t dimension)
{
    for (std::int64_t r = 0; r < count; ++r) {
        const float factor = 1.0F / state.total[r];
        for (std::int64_t i = 0; i < dimension; ++i) {
            rows[r].output[i] = state.sums[r][i] * factor;
        }
    }
}

// Attention of up to kQueryRows rows over the same keys. loadTile(first, count, keys, values) fills `count` rows of
// both from position `first` on, padded with zeros to `width`, a multiple of kLanes.
template <typename LoadTile>
FIRSTLIGHT_INLINE void attendRows(AttentionState& state, const QueryRow* rows, std::int64_t count,
                                  std::int64_t dimension, float scale, const LoadTile& loadTile)
{
    const std::int64_t width = (dimension + kLanes - 1) / kLanes * kLanes;
    std::int64_t visible = 0;
    for (std::int64_t r = 0; r < count; ++r) {
        visible = rows[r].visible > visible ? rows[r].visible : visible;
    }
    beginRows(state, rows, count, dimension, width);
    for (std::int64_t first = 0; first < visible; first += kTileKeys) {
        const std::int64_t keys = visible - first < kTileKeys ? visible - first : kTileKeys;
        loadTile(first, keys, width);
        for (std::int64_t r = 0; r < count; r += kRowTile) {
            scoreTile(state, r, static_cast<int>(count - r < kRowTile ? count - r : kRowTile), keys, width);
        }
        for (std::int64_t r = 0; r < count; ++r) {
            const std::int64_t own = rows[r].visible - first < keys ? rows[r].visible - first : keys;
            if (own > 0) {
                foldTile(state, r, own, width, scale);
            }
        }
    }
    finishRows(state, rows, count, dimension);
}

// One key or value vector into a tile.
template <typename Element>
FIRSTLIGHT_INLINE void loadPadded(const Element* source, std::int64_t dimension, std::int64_t width, float* target)
{
    std::int64_t i = 0;
    for (; i + kLanes <= dimension; i += kLanes) {
        store(target + i, load(source + i));
    }
    if (i < width) {
        store(target + i, loadPartial(source + i, dimension - i));
    }
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
