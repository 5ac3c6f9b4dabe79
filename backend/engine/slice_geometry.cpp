#include "backend/engine/slice_geometry.h"

#include <functional>
#include <numeric>

namespace firstlight::engine {

namespace {

bool isStackedExperts(const model::ExpectedTensor& expected)
{
    return expected.role.role.starts_with("moe.experts.");
}

// The shape of stacked experts when each is stored as [out, in].
std::vector<std::int64_t> outInShape(const model::ModelSpec& spec, const model::TensorRole& role)
{
    const model::FfnSpec& ffn = spec.layers[static_cast<std::size_t>(role.layer)].ffn;
    if (role.role == "moe.experts.gate_up") {
        return {ffn.expertCount, 2 * ffn.intermediateSize, spec.hiddenSize};
    }
    const bool isDown = role.role == "moe.experts.down";
    return {ffn.expertCount, isDown ? spec.hiddenSize : ffn.intermediateSize,
            isDown ? ffn.intermediateSize : spec.hiddenSize};
}

void setDimensions(SliceGeometry& geometry, const std::vector<std::int64_t>& shape, bool stacked)
{
    if (stacked) {
        geometry.matrices = shape[0];
        geometry.fileRows = shape[1];
        geometry.fileColumns = shape[2];
    } else if (shape.size() >= 2) {
        geometry.fileRows = shape[0];
        geometry.fileColumns = std::accumulate(shape.begin() + 1, shape.end(), std::int64_t{1}, std::multiplies<>());
    } else if (shape.size() == 1) {
        geometry.fileRows = shape[0];
    }
}

// Whether the divided dimension is the rows of the file's matrix.
bool dividesRows(const SliceGeometry& geometry, const model::ExpectedTensor& expected, std::int32_t dimension)
{
    if (isStackedExperts(expected)) {
        return (expected.split == model::SplitRule::kExpertColumn) != geometry.transposed;
    }
    return dimension == 0;
}

} // namespace

std::int64_t SliceGeometry::memoryRows() const
{
    return rangeLength(transposed ? columnRanges : rowRanges);
}

std::int64_t SliceGeometry::memoryColumns() const
{
    return rangeLength(transposed ? rowRanges : columnRanges);
}

SliceGeometry sliceGeometry(const model::ModelSpec& spec, const model::ExpectedTensor& expected,
                            const checkpoint::TensorEntry& entry, const plan::TensorSlice& slice)
{
    SliceGeometry geometry;
    const bool stacked = isStackedExperts(expected);
    setDimensions(geometry, entry.shape, stacked);
    geometry.transposed = stacked && entry.shape != outInShape(spec, expected.role);
    geometry.rowRanges = {{0, geometry.fileRows}};
    geometry.columnRanges = {{0, geometry.fileColumns}};
    if (slice.ranges.empty()) {
        return geometry;
    }
    (dividesRows(geometry, expected, slice.dimension) ? geometry.rowRanges : geometry.columnRanges) = slice.ranges;
    return geometry;
}

std::int64_t rangeLength(const std::vector<IndexRange>& ranges)
{
    return std::accumulate(ranges.begin(), ranges.end(), std::int64_t{0},
                           [](std::int64_t sum, const IndexRange& range) { return sum + range.second - range.first; });
}

} // namespace firstlight::engine
