#pragma once

#include <cstdint>

namespace firstlight::kernels {

enum class ElementType : std::uint8_t { F32, BF16, F16 };

constexpr std::int64_t elementBytes(ElementType type)
{
    return type == ElementType::F32 ? 4 : 2;
}

// A row-major matrix of weights, [out, in] for linear layers, [vocabulary, hidden] for embeddings. Data aligned to the
// element. rowStride in elements, >= columns.
struct WeightView {
    const void* data = nullptr;
    ElementType type = ElementType::F32;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t rowStride = 0;
};

// Weights without gaps between the rows.
constexpr WeightView denseWeights(const void* data, ElementType type, std::int64_t rows, std::int64_t columns)
{
    return WeightView{data, type, rows, columns, columns};
}

} // namespace firstlight::kernels
