#include "kernels/bench/measured_case.h"

#include "kernels/base/bfloat16.h"

#include <memory>
#include <numeric>

namespace firstlight::kernels::bench {

namespace {

using Floats = std::vector<float>;

Floats someFloats(std::int64_t count)
{
    Floats result(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = static_cast<float>(i * 2654435761U % 1999) / 1000.0F - 1.0F;
    }
    return result;
}

// Weights with their bytes; large ones, so that a run reads them from memory and not from a cache.
std::shared_ptr<std::vector<std::byte>> someWeights(ElementType type, std::int64_t count)
{
    auto bytes = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(count * elementBytes(type)));
    for (std::int64_t i = 0; i < count; ++i) {
        const float value = static_cast<float>(i * 2654435761 % 1999) / 1000.0F - 1.0F;
        if (type == ElementType::F32) {
            reinterpret_cast<float*>(bytes->data())[i] = value;
        } else {
            reinterpret_cast<std::uint16_t*>(bytes->data())[i] = floatToBfloat16(value);
        }
    }
    return bytes;
}

const char* typeName(ElementType type)
{
    return type == ElementType::F32 ? "f32" : "bf16";
}

MeasuredCase linearCase(Context& context, const OperatorTable& operators, ElementType type, std::int64_t rows)
{
    constexpr std::int64_t kInner = 4096;
    constexpr std::int64_t kOuter = 8192;
    const auto weights = someWeights(type, kInner * kOuter);
    const auto input = std::make_shared<Floats>(someFloats(rows * kInner));
    const auto output = std::make_shared<Floats>(static_cast<std::size_t>(rows * kOuter));
    const double bytes = static_cast<double>(kInner * kOuter * elementBytes(type));
    const double operations = 2.0 * static_cast<double>(rows * kInner * kOuter);
    const Bound bound = rows == 1 ? Bound::Memory : Bound::Compute;
    return {"linear " + std::string(typeName(type)) + " n=" + std::to_string(rows), bound,
            bound == Bound::Memory ? bytes : operations, [=, &context, &operators] {
                operators.linear(context,
                                 {input->data(), kInner, rows, denseWeights(weights->data(), type, kOuter, kInner),
                                  nullptr, output->data(), kOuter, WriteMode::Overwrite});
            }};
}

struct ExpertBuffers {
    std::shared_ptr<std::vector<std::byte>> gateUp;
    std::shared_ptr<std::vector<std::byte>> down;
    Floats input;
    Floats output;
    Floats weights;
    std::vector<std::int32_t> indices;
};

MeasuredCase expertsCase(Context& context, const OperatorTable& operators, std::int64_t rows)
{
    constexpr std::int64_t kExperts = 32;
    constexpr std::int64_t kTopK = 8;
    constexpr std::int64_t kHidden = 2048;
    constexpr std::int64_t kIntermediate = 768;
    const auto buffers = std::make_shared<ExpertBuffers>();
    buffers->gateUp = someWeights(ElementType::BF16, kExperts * 2 * kIntermediate * kHidden);
    buffers->down = someWeights(ElementType::BF16, kExperts * kIntermediate * kHidden);
    buffers->input = someFloats(rows * kHidden);
    buffers->output.resize(static_cast<std::size_t>(rows * kHidden));
    buffers->weights.assign(static_cast<std::size_t>(rows * kTopK), 0.125F);
    for (std::int64_t i = 0; i < rows * kTopK; ++i) {
        buffers->indices.push_back(static_cast<std::int32_t>((i % kTopK * 4 + i / kTopK) % kExperts));
    }
    const auto products = static_cast<double>(rows * kTopK * 3 * kIntermediate * kHidden);
    const Bound bound = rows == 1 ? Bound::Memory : Bound::Compute;
    return {"experts bf16 n=" + std::to_string(rows), bound, 2.0 * products, [=, &context, &operators] {
                operators.experts(context, {buffers->input.data(), kHidden, rows, kHidden, kIntermediate, 0, kExperts,
                                            Activation::Silu, buffers->gateUp->data(), buffers->down->data(),
                                            ElementType::BF16, ElementType::BF16, buffers->indices.data(),
                                            buffers->weights.data(), kTopK, buffers->output.data(), kHidden});
            }};
}

struct AttentionBuffers {
    std::vector<std::uint16_t> keys;
    std::vector<std::uint16_t> values;
    std::vector<std::int32_t> table;
    Floats queries;
    Floats output;
};

// The last `rows` tokens of a sequence of kLength, 32 heads in groups of four.
MeasuredCase attentionCase(Context& context, const OperatorTable& operators, std::int64_t rows)
{
    constexpr std::int64_t kLength = 8192;
    constexpr std::int64_t kHeads = 32;
    constexpr std::int64_t kKvHeads = 8;
    constexpr std::int64_t kDimension = 128;
    constexpr std::int64_t kBlock = 16;
    const auto buffers = std::make_shared<AttentionBuffers>();
    buffers->keys.assign(static_cast<std::size_t>(kLength * kKvHeads * kDimension), floatToBfloat16(0.01F));
    buffers->values = buffers->keys;
    buffers->table.resize(kLength / kBlock);
    std::iota(buffers->table.begin(), buffers->table.end(), 0);
    buffers->queries = someFloats(rows * kHeads * kDimension);
    buffers->output.resize(buffers->queries.size());
    const double bytes = 4.0 * static_cast<double>(kLength * kKvHeads * kDimension);
    const double operations = 4.0 * static_cast<double>(rows * (kLength - rows / 2) * kHeads * kDimension);
    const Bound bound = rows == 1 ? Bound::Memory : Bound::Compute;
    return {"attention bf16 n=" + std::to_string(rows), bound, bound == Bound::Memory ? bytes : operations,
            [=, &context, &operators] {
                const AttentionSequence sequence{0, rows, kLength - rows, buffers->table.data()};
                const KvCacheView cache{
                    buffers->keys.data(), buffers->values.data(), ElementType::BF16, kBlock, kKvHeads, kDimension};
                operators.pagedAttention(context, {buffers->queries.data(), kHeads * kDimension, kHeads, 0.088F, cache,
                                                   &sequence, 1, buffers->output.data(), kHeads * kDimension});
            }};
}

} // namespace

std::vector<MeasuredCase> operatorCases(Context& context, const OperatorTable& operators)
{
    std::vector<MeasuredCase> cases;
    for (const ElementType type : {ElementType::BF16, ElementType::F32}) {
        for (const std::int64_t rows : {1, 8, 64, 512}) {
            cases.push_back(linearCase(context, operators, type, rows));
        }
    }
    for (const std::int64_t rows : {1, 64}) {
        cases.push_back(expertsCase(context, operators, rows));
        cases.push_back(attentionCase(context, operators, rows));
    }
    return cases;
}

} // namespace firstlight::kernels::bench
