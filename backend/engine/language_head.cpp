#include "backend/engine/language_head.h"

#include "backend/base/failure.h"

#include <algorithm>

namespace firstlight::engine {

namespace {

int groupSize(const collective::Communicator* group)
{
    return group == nullptr ? 1 : group->size();
}

} // namespace

TokenEmbedding::TokenEmbedding(const Weight& table, std::int64_t vocabularyBegin, collective::Communicator* tensor)
    : m_table(table), m_vocabularyBegin(vocabularyBegin), m_tensor(tensor)
{
}

absl::Status TokenEmbedding::run(const Compute& compute, std::span<const std::int32_t> tokens, float* output)
{
    kernels::EmbeddingArgs args;
    args.table = m_table.view();
    args.vocabularyBegin = m_vocabularyBegin;
    args.tokens = tokens.data();
    args.count = static_cast<std::int64_t>(tokens.size());
    args.output = output;
    args.outputStride = m_table.columns;
    compute.operators.embedding(compute.context, args);
    if (groupSize(m_tensor) == 1) {
        return absl::OkStatus();
    }
    return m_tensor->allReduce({output, tokens.size() * static_cast<std::size_t>(m_table.columns)},
                               collective::ReduceOp::kSum);
}

LanguageHead::LanguageHead(const model::ModelSpec& spec, collective::Communicator* tensor)
    : m_spec(spec), m_tensor(tensor)
{
}

absl::StatusOr<LanguageHead> LanguageHead::create(MemoryPool& pool, const model::ModelSpec& spec,
                                                  const Weights& weights, const StepLimits& limits,
                                                  collective::Communicator* tensor)
{
    LanguageHead head(spec, tensor);
    const int ranks = groupSize(tensor);
    head.m_norm = weights.find("norm.final");
    head.m_head = weights.find("head");
    if (head.m_head == nullptr && spec.tiedHead) {
        head.m_head = weights.find("embedding");
    }
    if (head.m_norm == nullptr || head.m_head == nullptr || head.m_head->rows * ranks != spec.vocabularySize) {
        return base::failure(reasons::kModelUnsupported, {{"detail", "the last stage has no usable head"}});
    }
    const struct {
        PoolBuffer& buffer;
        std::int64_t width;
        MemoryClass memoryClass;
    } buffers[] = {{head.m_normed, spec.hiddenSize, MemoryClass::kActivations},
                   {head.m_part, head.m_head->rows, MemoryClass::kActivations},
                   {head.m_gathered, ranks > 1 ? spec.vocabularySize : 0, MemoryClass::kComm},
                   {head.m_logits, ranks > 1 ? spec.vocabularySize : 0, MemoryClass::kActivations}};
    for (const auto& [buffer, width, memoryClass] : buffers) {
        const std::int64_t bytes = limits.samples * width * static_cast<std::int64_t>(sizeof(float));
        FIRSTLIGHT_ASSIGN_OR_RETURN(buffer, pool.allocate(bytes, memoryClass));
    }
    return head;
}

absl::StatusOr<std::span<const float>> LanguageHead::run(const Compute& compute, const float* hidden,
                                                         std::span<const std::int32_t> rows)
{
    float* normed = m_normed.as<float>().data();
    for (std::size_t index = 0; index < rows.size(); ++index) {
        std::copy_n(hidden + std::int64_t{rows[index]} * m_spec.hiddenSize, m_spec.hiddenSize,
                    normed + static_cast<std::int64_t>(index) * m_spec.hiddenSize);
    }
    kernels::RmsNormArgs args;
    args.input = normed;
    args.inputStride = m_spec.hiddenSize;
    args.rows = static_cast<std::int64_t>(rows.size());
    args.width = m_spec.hiddenSize;
    args.weight = m_norm->floats();
    args.epsilon = static_cast<float>(m_spec.normEpsilon);
    args.output = normed;
    args.outputStride = m_spec.hiddenSize;
    compute.operators.rmsNorm(compute.context, args);
    linear(compute, normed, args.rows, *m_head, nullptr, m_part.as<float>().data());
    const std::size_t count = rows.size() * static_cast<std::size_t>(m_spec.vocabularySize);
    if (groupSize(m_tensor) == 1) {
        return m_part.as<float>().first(count);
    }
    FIRSTLIGHT_RETURN_IF_ERROR(gather(args.rows));
    return m_logits.as<float>().first(count);
}

// The parts arrive rank by rank; each row's parts are put side by side.
absl::Status LanguageHead::gather(std::int64_t rows)
{
    const std::int64_t width = m_head->rows;
    const std::size_t partSize = static_cast<std::size_t>(rows * width);
    const std::span<float> part = m_part.as<float>().first(partSize);
    const auto ranks = static_cast<std::size_t>(m_tensor->size());
    const std::span<float> gathered = m_gathered.as<float>().first(partSize * ranks);
    FIRSTLIGHT_RETURN_IF_ERROR(m_tensor->allGather(std::as_bytes(part), std::as_writable_bytes(gathered)));
    float* logits = m_logits.as<float>().data();
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            logits = std::copy_n(gathered.data() + rank * partSize + row * width, width, logits);
        }
    }
    return absl::OkStatus();
}

} // namespace firstlight::engine
