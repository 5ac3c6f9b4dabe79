// How a rank's slice lies in its file and in memory. Pure arithmetic, no I/O.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/model/model_spec.h"
#include "backend/plan/placement.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace firstlight::engine {

using IndexRange = std::pair<std::int64_t, std::int64_t>; // [begin, end)

// Every tensor is seen as `matrices` matrices of rows x columns in the file: vectors are one column, stacked experts
// one matrix each, anything else is flattened behind its first dimension.
struct SliceGeometry {
    std::int64_t matrices = 1;
    std::int64_t fileRows = 1;
    std::int64_t fileColumns = 1;
    std::vector<IndexRange> rowRanges; // of the file's matrix, in order; never empty
    std::vector<IndexRange> columnRanges;
    bool transposed = false; // the file holds [in, out], memory holds [out, in]

    std::int64_t memoryRows() const;
    std::int64_t memoryColumns() const;
};

// The published shape and the alternate one differ by orientation; stacked experts are [out, in] in memory. Where
// hidden and intermediate sizes make both alike, the file is taken as [out, in], as transformers saves it.
SliceGeometry sliceGeometry(const model::ModelSpec& spec, const model::ExpectedTensor& expected,
                            const checkpoint::TensorEntry& entry, const plan::TensorSlice& slice);

std::int64_t rangeLength(const std::vector<IndexRange>& ranges);

} // namespace firstlight::engine
