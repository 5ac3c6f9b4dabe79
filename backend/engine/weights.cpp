#include "backend/engine/weights.h"

#include "backend/base/failure.h"
#include "backend/engine/stored_numbers.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace firstlight::engine {

namespace {

// Roles that share a matrix, in the order in which they lie in it.
struct FusedRole {
    std::string_view role;
    std::string_view fused;
    std::int32_t part;
};
constexpr FusedRole kFusedRoles[] = {
    {"attention.q", "attention.qkv", 0},
    {"attention.k", "attention.qkv", 1},
    {"attention.v", "attention.qkv", 2},
    {"ffn.gate", "ffn.gate_up", 0},
    {"ffn.up", "ffn.gate_up", 1},
    {"moe.expert.gate", "moe.experts.gate_up", 0},
    {"moe.expert.up", "moe.experts.gate_up", 1},
    {"moe.expert.down", "moe.experts.down", 0},
    {"moe.experts.gate", "moe.experts.gate_up", 0},
    {"moe.experts.up", "moe.experts.gate_up", 1},
};

FusedRole fusedRole(std::string_view role)
{
    const auto* found = std::find_if(std::begin(kFusedRoles), std::end(kFusedRoles),
                                     [role](const FusedRole& fused) { return fused.role == role; });
    return found != std::end(kFusedRoles) ? *found : FusedRole{role, role, 0};
}

// What memory holds; nullopt: the engine cannot use such weights. Blocks are expanded when they are loaded.
std::optional<kernels::ElementType> elementType(checkpoint::DType dtype)
{
    if (blockFormat(dtype)) {
        return kernels::ElementType::F32;
    }
    switch (dtype) {
    case checkpoint::DType::kF32:
        return kernels::ElementType::F32;
    case checkpoint::DType::kBF16:
        return kernels::ElementType::BF16;
    case checkpoint::DType::kF16:
        return kernels::ElementType::F16;
    default:
        return std::nullopt;
    }
}

// The operators take these as F32 only.
bool heldAsFloats(const model::TensorRole& role, const checkpoint::TensorEntry& entry)
{
    return entry.shape.size() < 2 || role.role == "vision.position";
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text = "[";
    for (const std::int64_t size : shape) {
        text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    }
    return text + "]";
}

absl::Status unsupported(const std::string& detail)
{
    return base::failure(reasons::kModelUnsupported, {{"detail", detail}});
}

absl::Status checkEntry(const model::ExpectedTensor& expected, const checkpoint::TensorEntry& entry)
{
    const bool alternate = !expected.alternateShape.empty() && entry.shape == expected.alternateShape;
    if (entry.shape != expected.shape && !alternate) {
        return base::failure(
            reasons::kTensorMismatch,
            {{"tensor", entry.name}, {"found", shapeText(entry.shape)}, {"expected", shapeText(expected.shape)}});
    }
    const bool isBlockVector = checkpoint::isBlockDType(entry.dtype) && entry.shape.size() < 2;
    if (!elementType(entry.dtype) || isBlockVector) {
        return unsupported(entry.name + " is stored as " + std::string(checkpoint::dtypeName(entry.dtype)));
    }
    return absl::OkStatus();
}

std::int64_t sliceFileBytes(const SliceGeometry& geometry, checkpoint::DType dtype)
{
    return fileBytesOf(dtype, geometry.matrices * geometry.memoryRows() * geometry.memoryColumns());
}

} // namespace

std::vector<std::int64_t> sliceShape(const LoadItem& item)
{
    const std::int64_t rows = rangeLength(item.geometry.rowRanges);
    const std::int64_t columns = rangeLength(item.geometry.columnRanges);
    std::vector<std::int64_t> shape = item.entry->shape;
    if (shape.size() == 2 || shape.size() == 3) {
        shape[shape.size() - 2] = rows;
        shape[shape.size() - 1] = columns;
    } else if (!shape.empty()) {
        shape.front() = rows; // what lies behind the first dimension is never divided
    }
    return shape;
}

absl::StatusOr<Weights> Weights::plan(const model::ModelSpec& spec, const checkpoint::CheckpointIndex& index,
                                      const std::vector<plan::TensorSlice>& slices)
{
    Weights weights;
    std::set<std::int32_t> seen; // a tied head names the embedding's tensor again
    std::vector<std::string> missing;
    for (const plan::TensorSlice& slice : slices) {
        if (!seen.insert(slice.tensorIndex).second) {
            continue;
        }
        const model::ExpectedTensor& expected = spec.tensors[static_cast<std::size_t>(slice.tensorIndex)];
        const checkpoint::TensorEntry* entry = index.find(expected.name);
        if (entry == nullptr) {
            if (!expected.optional) {
                missing.push_back(expected.name);
            }
            continue;
        }
        FIRSTLIGHT_RETURN_IF_ERROR(checkEntry(expected, *entry));
        LoadItem item;
        item.expectedIndex = slice.tensorIndex;
        item.entry = entry;
        item.geometry = sliceGeometry(spec, expected, *entry, slice);
        item.sizeBytes = sliceFileBytes(item.geometry, entry->dtype);
        FIRSTLIGHT_RETURN_IF_ERROR(weights.place(spec, std::move(item)));
    }
    if (!missing.empty()) {
        return base::failure(reasons::kTensorMissing,
                             {{"count", std::to_string(missing.size())}, {"tensor", missing.front()}});
    }
    weights.assignRows();
    return weights;
}

absl::Status Weights::place(const model::ModelSpec& spec, LoadItem item)
{
    const model::TensorRole& role = spec.tensors[static_cast<std::size_t>(item.expectedIndex)].role;
    const FusedRole fused = fusedRole(role.role);
    const auto [found, fresh] = m_byRole.try_emplace(Key{std::string(fused.fused), role.layer, role.bias},
                                                     static_cast<std::int32_t>(m_weights.size()));
    const kernels::ElementType type =
        heldAsFloats(role, *item.entry) ? kernels::ElementType::F32 : *elementType(item.entry->dtype);
    if (fresh) {
        const bool perExpert = role.expert >= 0;
        const std::int64_t matrices =
            perExpert ? spec.layers[static_cast<std::size_t>(role.layer)].ffn.expertCount : item.geometry.matrices;
        m_weights.push_back({nullptr, type, matrices, 0, item.geometry.memoryColumns()});
    }
    Weight& weight = m_weights[static_cast<std::size_t>(found->second)];
    const bool isMixed = weight.type != type;
    if (weight.columns != item.geometry.memoryColumns() || (isMixed && item.geometry.transposed)) {
        return unsupported(item.entry->name + " has another dtype or width than the tensors it is used with");
    }
    weight.type = isMixed ? kernels::ElementType::F32 : weight.type; // which all others can be widened to
    item.weight = found->second;
    item.part = fused.part;
    item.firstMatrix = std::max(role.expert, 0);
    m_items.push_back(std::move(item));
    return absl::OkStatus();
}

// Puts the parts of each weight under one another; the experts of a layer are alike, so one of each part tells.
void Weights::assignRows()
{
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> partRows;
    for (const LoadItem& item : m_items) {
        partRows[{item.weight, item.part}] = item.geometry.memoryRows();
    }
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> partBegin;
    for (const auto& [key, rows] : partRows) {
        Weight& weight = m_weights[static_cast<std::size_t>(key.first)];
        partBegin[key] = weight.rows;
        weight.rows += rows;
    }
    for (LoadItem& item : m_items) {
        item.firstRow = partBegin[{item.weight, item.part}];
    }
}

absl::Status Weights::allocate(MemoryPool& pool)
{
    for (Weight& weight : m_weights) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(PoolBuffer buffer, pool.allocate(weight.sizeBytes(), MemoryClass::kWeights));
        weight.data = buffer.data();
        m_buffers.push_back(std::move(buffer));
    }
    return absl::OkStatus();
}

const Weight* Weights::find(std::string_view role, std::int32_t layer, bool bias) const
{
    const auto found = m_byRole.find(Key{std::string(role), layer, bias});
    return found == m_byRole.end() ? nullptr : &m_weights[static_cast<std::size_t>(found->second)];
}

std::int64_t Weights::fileBytes() const
{
    std::int64_t sum = 0;
    for (const LoadItem& item : m_items) {
        sum += item.sizeBytes;
    }
    return sum;
}

std::int64_t Weights::memoryBytes() const
{
    std::int64_t sum = 0;
    for (const Weight& weight : m_weights) {
        sum += weight.sizeBytes();
    }
    return sum;
}

} // namespace firstlight::engine
