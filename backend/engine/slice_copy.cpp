#include "backend/engine/slice_copy.h"

#include "kernels/base/bfloat16.h"
#include "kernels/base/float16.h"

#include <algorithm>
#include <cstring>

namespace firstlight::engine {

namespace {

constexpr std::int64_t kTile = 32; // rows and columns of a transposed tile: both sides stay in the first-level cache

std::uint16_t halfWord(const std::byte* source)
{
    std::uint16_t bits = 0;
    std::memcpy(&bits, source, sizeof(bits));
    return bits;
}

void widen(float* target, const std::byte* source, std::int64_t count, checkpoint::DType dtype)
{
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint16_t bits = halfWord(source + 2 * i);
        target[i] = dtype == checkpoint::DType::kBF16 ? kernels::bfloat16ToFloat(bits) : kernels::float16ToFloat(bits);
    }
}

// Copies `count` neighbours, widening where memory holds F32 and the file something narrower.
void copyRun(std::byte* target, kernels::ElementType type, const std::byte* source, checkpoint::DType dtype,
             std::int64_t count)
{
    if (type == kernels::ElementType::F32 && dtype != checkpoint::DType::kF32) {
        widen(reinterpret_cast<float*>(target), source, count, dtype);
    } else {
        std::memcpy(target, source, static_cast<std::size_t>(count * kernels::elementBytes(type)));
    }
}

struct Block {
    const std::byte* data;
    std::int64_t rows;
    std::int64_t rowBytes;
    std::int64_t elementBytes;
    checkpoint::DType dtype;
};

void copyStraight(const LoadItem& item, const Weight& weight, std::byte* target, const Block& block)
{
    const std::int64_t size = kernels::elementBytes(weight.type);
    for (std::int64_t row = 0; row < block.rows; ++row) {
        std::byte* out = target + row * weight.columns * size;
        for (const auto& [begin, end] : item.geometry.columnRanges) {
            copyRun(out, weight.type, block.data + row * block.rowBytes + begin * block.elementBytes, block.dtype,
                    end - begin);
            out += (end - begin) * size;
        }
    }
}

template <typename T>
void transposeTile(T* target, std::int64_t targetStride, const std::byte* source, std::int64_t sourceBytes,
                   std::int64_t rows, std::int64_t columns)
{
    for (std::int64_t column = 0; column < columns; ++column) {
        for (std::int64_t row = 0; row < rows; ++row) {
            std::memcpy(target + column * targetStride + row, source + row * sourceBytes + column * sizeof(T),
                        sizeof(T));
        }
    }
}

// The file's columns become rows: `target` is the first of them, at the block's first row.
template <typename T>
void copyTransposed(const LoadItem& item, const Weight& weight, T* target, const Block& block)
{
    for (const auto& [begin, end] : item.geometry.columnRanges) {
        for (std::int64_t column = begin; column < end; column += kTile) {
            const std::int64_t columns = std::min(kTile, end - column);
            for (std::int64_t row = 0; row < block.rows; row += kTile) {
                transposeTile(target + (column - begin) * weight.columns + row, weight.columns,
                              block.data + row * block.rowBytes + column * block.elementBytes, block.rowBytes,
                              std::min(kTile, block.rows - row), columns);
            }
        }
        target += (end - begin) * weight.columns;
    }
}

} // namespace

void copyBlock(const LoadItem& item, const Weight& weight, std::int64_t matrix, std::int64_t sliceRow,
               std::span<const std::byte> bytes, checkpoint::DType dtype)
{
    const std::int64_t fileElement = checkpoint::dtypeBits(dtype) / 8;
    const std::int64_t rowBytes = item.geometry.fileColumns * fileElement;
    const Block block{bytes.data(), static_cast<std::int64_t>(bytes.size()) / rowBytes, rowBytes, fileElement, dtype};
    const std::int64_t size = kernels::elementBytes(weight.type);
    std::byte* base = weight.data + ((item.firstMatrix + matrix) * weight.rows + item.firstRow) * weight.columns * size;
    if (!item.geometry.transposed) {
        copyStraight(item, weight, base + sliceRow * weight.columns * size, block);
    } else if (size == sizeof(std::uint32_t)) {
        copyTransposed(item, weight, reinterpret_cast<std::uint32_t*>(base) + sliceRow, block);
    } else {
        copyTransposed(item, weight, reinterpret_cast<std::uint16_t*>(base) + sliceRow, block);
    }
}

} // namespace firstlight::engine
