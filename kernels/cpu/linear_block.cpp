#include "kernels/cpu/linear_block.h"

#include "kernels/cpu/dot_tile.h"

#include <type_traits>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

// Inner elements summed in one go. kRowTile input rows of this length stay in the first-level cache, kOutputBlock
// converted weight rows in the second.
constexpr std::int64_t kPanel = 1024;

// From this many rows on, converting the weights of a panel once pays.
constexpr std::int64_t kRowsWorthConverting = 2 * kRowTile + 1;

struct Target {
    float* data;
    std::int64_t stride;
};

FIRSTLIGHT_INLINE std::int64_t smaller(std::int64_t a, std::int64_t b)
{
    return a < b ? a : b;
}

// Adds the dots of up to kRowTile rows with up to kColumnTile weight rows to the target. Out of line, so
// that the tiles of all sizes are compiled once for each type.
template <typename Element>
[[gnu::noinline]] void addTile(int rows, const float* const* x, int columns, const Element* first, std::int64_t stride,
                               std::int64_t count, std::int64_t ahead, const Target& target)
{
    const Element* w[kColumnTile];
    for (int c = 0; c < kColumnTile; ++c) {
        w[c] = first + (c < columns ? c : columns - 1) * stride; // The spare columns are computed and dropped.
    }
    Vector4 dots[kRowTile];
    dotTile(rows, x, w, count, ahead, dots);
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            target.data[r * target.stride + c] += dots[r][c];
        }
    }
}

template <typename Element>
FIRSTLIGHT_INLINE void addColumns(const InputRows& rows, std::int64_t row, std::int64_t offset, const Element* weights,
                                  std::int64_t stride, std::int64_t outputs, std::int64_t count, std::int64_t ahead,
                                  const Target& target)
{
    const int tileRows = static_cast<int>(smaller(kRowTile, rows.count - row));
    const float* x[kRowTile];
    for (int r = 0; r < tileRows; ++r) {
        x[r] = rows.row(row + r) + offset;
    }
    for (std::int64_t o = 0; o < outputs; o += kColumnTile) {
        addTile(tileRows, x, static_cast<int>(smaller(kColumnTile, outputs - o)), weights + o * stride, stride, count,
                ahead, Target{target.data + row * target.stride + o, target.stride});
    }
}

// Few rows: weight rows are streamed from end to end, four at a time, and the next four fetched meanwhile.
template <typename Element>
void accumulateStreaming(const InputRows& rows, const Element* weights, std::int64_t stride, std::int64_t inner,
                         std::int64_t outputs, const Target& target)
{
    for (std::int64_t o = 0; o < outputs; o += kColumnTile) {
        const std::int64_t columns = smaller(kColumnTile, outputs - o);
        for (std::int64_t row = 0; row < rows.count; row += kRowTile) {
            for (std::int64_t k = 0; k < inner; k += kPanel) {
                addColumns(rows, row, k, weights + o * stride + k, stride, columns, smaller(kPanel, inner - k),
                           row == 0 ? kColumnTile * stride : 0, Target{target.data + o, target.stride});
            }
        }
    }
}

template <typename Element>
FIRSTLIGHT_INLINE void convertRow(const Element* source, std::int64_t count, float* destination)
{
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        store(destination + i, load(source + i));
    }
    for (; i < count; ++i) {
        destination[i] = toFloat(source[i]);
    }
}

// Many rows: one panel of the weights at a time, converted once, meets all rows.
template <typename Element>
void accumulatePanels(const InputRows& rows, const Element* weights, std::int64_t stride, std::int64_t inner,
                      std::int64_t outputs, const Target& target)
{
    alignas(64) float converted[std::is_same_v<Element, float> ? 1 : kOutputBlock * kPanel];
    for (std::int64_t k = 0; k < inner; k += kPanel) {
        const std::int64_t count = smaller(kPanel, inner - k);
        const float* panel = converted;
        std::int64_t panelStride = kPanel;
        if constexpr (std::is_same_v<Element, float>) {
            panel = weights + k;
            panelStride = stride;
        } else {
            for (std::int64_t o = 0; o < outputs; ++o) {
                convertRow(weights + o * stride + k, count, converted + o * kPanel);
            }
        }
        for (std::int64_t row = 0; row < rows.count; row += kRowTile) {
            addColumns(rows, row, k, panel, panelStride, outputs, count, 0, target);
        }
    }
}

template <typename Element>
FIRSTLIGHT_INLINE void accumulate(const InputRows& rows, const WeightView& weights, std::int64_t begin,
                                  std::int64_t outputs, const Target& target)
{
    const Element* first = static_cast<const Element*>(weights.data) + begin * weights.rowStride;
    if (rows.count < kRowsWorthConverting) {
        accumulateStreaming(rows, first, weights.rowStride, weights.columns, outputs, target);
    } else {
        accumulatePanels(rows, first, weights.rowStride, weights.columns, outputs, target);
    }
}

} // namespace

void accumulateLinear(const InputRows& rows, const WeightView& weights, std::int64_t begin, std::int64_t end,
                      float* output, std::int64_t outputStride)
{
    const Target target{output, outputStride};
    switch (weights.type) {
    case ElementType::F32:
        return accumulate<float>(rows, weights, begin, end - begin, target);
    case ElementType::BF16:
        return accumulate<Bfloat16>(rows, weights, begin, end - begin, target);
    case ElementType::F16:
        return accumulate<Float16>(rows, weights, begin, end - begin, target);
    }
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
