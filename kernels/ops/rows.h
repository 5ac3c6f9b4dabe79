#pragma once

#include <cstdint>

namespace firstlight::kernels {

// data[i] += addend[i]
struct AddArgs {
    float* data = nullptr; // [count]
    const float* addend = nullptr;
    std::int64_t count = 0;
};

// AddRows: data[indices[i], :] += source[i, :]. ScatterRows: data[indices[i], :] = source[i, :].
// The indices are distinct.
struct RowsArgs {
    float* data = nullptr; // [any, width], rows dataStride apart
    std::int64_t dataStride = 0;
    const std::int32_t* indices = nullptr; // [count]
    std::int64_t count = 0;
    const float* source = nullptr; // [count, width], rows sourceStride apart
    std::int64_t sourceStride = 0;
    std::int64_t width = 0;
};

} // namespace firstlight::kernels
