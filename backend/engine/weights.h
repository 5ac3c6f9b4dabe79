// A rank's weights in its pool: which slices it holds, where each lies, and where layers find them.
//
// Slices that are used together lie together: q, k and v of a layer are one matrix, gate and up another, the experts
// of a layer one stack each. Vectors (norms, biases) and the vision position table are held as F32.
#pragma once

#include "backend/engine/memory_pool.h"
#include "backend/engine/slice_geometry.h"
#include "kernels/ops/tensor_view.h"

#include <absl/status/statusor.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace firstlight::engine {

// A stack of `matrices` matrices [rows, columns] without gaps.
struct Weight {
    std::byte* data = nullptr;
    kernels::ElementType type = kernels::ElementType::F32;
    std::int64_t matrices = 1;
    std::int64_t rows = 0;
    std::int64_t columns = 0;

    std::int64_t sizeBytes() const { return matrices * rows * columns * kernels::elementBytes(type); }
    kernels::WeightView view() const { return kernels::denseWeights(data, type, rows, columns); }
    const float* floats() const { return reinterpret_cast<const float*>(data); }
};

// One slice on its way from file to memory.
struct LoadItem {
    std::int32_t expectedIndex = 0; // into ModelSpec::tensors
    const checkpoint::TensorEntry* entry = nullptr;
    SliceGeometry geometry;
    std::int32_t weight = 0;      // index of the weight it is part of
    std::int32_t part = 0;        // which of the parts that lie under one another in a matrix
    std::int64_t firstMatrix = 0; // where it goes
    std::int64_t firstRow = 0;
    std::int64_t sizeBytes = 0; // as stored in the file
};

// The slice's shape as it lies in the file.
std::vector<std::int64_t> sliceShape(const LoadItem& item);

class Weights
{
public:
    // Decides what to load. Fails with kTensorMissing, kTensorMismatch or kModelUnsupported. `index` and `spec` must
    // outlive the result.
    static absl::StatusOr<Weights> plan(const model::ModelSpec& spec, const checkpoint::CheckpointIndex& index,
                                        const std::vector<plan::TensorSlice>& slices);

    absl::Status allocate(MemoryPool& pool);

    // nullptr when this rank does not hold it. Fused roles: "attention.qkv", "ffn.gate_up", "moe.experts.gate_up",
    // "moe.experts.down".
    const Weight* find(std::string_view role, std::int32_t layer = -1, bool bias = false) const;

    const std::vector<LoadItem>& items() const { return m_items; }
    const std::vector<Weight>& weights() const { return m_weights; }
    std::int64_t fileBytes() const; // of all slices
    std::int64_t memoryBytes() const;

private:
    using Key = std::tuple<std::string, std::int32_t, bool>; // role, layer, bias

    absl::Status place(const model::ModelSpec& spec, LoadItem item);
    void assignRows();

    std::map<Key, std::int32_t, std::less<>> m_byRole;
    std::vector<Weight> m_weights;
    std::vector<LoadItem> m_items;
    std::vector<PoolBuffer> m_buffers;
};

} // namespace firstlight::engine
