#pragma once

#include "kernels/ops/tensor_view.h"

namespace firstlight::kernels {

// output[i, :] = table[tokens[i] - vocabularyBegin, :], or zeros where tokens[i] is outside of
// [vocabularyBegin, vocabularyBegin + table.rows): with a table split over ranks the sum over the ranks is the whole.
struct EmbeddingArgs {
    WeightView table;                     // [rows of this part, hidden]
    std::int64_t vocabularyBegin = 0;     // first token id of this part
    const std::int32_t* tokens = nullptr; // [count]
    std::int64_t count = 0;
    float* output = nullptr; // [count, table.columns], rows outputStride apart
    std::int64_t outputStride = 0;
};

} // namespace firstlight::kernels
