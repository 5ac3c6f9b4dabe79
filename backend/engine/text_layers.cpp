#include "backend/engine/text_layers.h"

#include "backend/base/failure.h"
#include "backend/engine/positions.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace firstlight::engine {

namespace {

absl::Status incomplete(const std::string& role, std::int32_t layer)
{
    return base::failure(reasons::kModelUnsupported,
                         {{"detail", "layer " + std::to_string(layer) + " has no usable " + role}});
}

kernels::RopeLayout ropeLayout(const model::RopeSpec& rope)
{
    if (rope.mropeSection.size() < 3) {
        return kernels::RopeLayout::Plain;
    }
    return rope.mropeInterleaved ? kernels::RopeLayout::Interleaved : kernels::RopeLayout::Sectioned;
}

} // namespace

TextLayers::TextLayers(const model::ModelSpec& spec, const plan::RankPosition& position, const KvCache& cache,
                       collective::Communicator* tensor)
    : m_spec(spec)
    , m_position(position)
    , m_cache(cache)
    , m_tensor(tensor)
    , m_inverseFrequencies(inverseFrequencies(spec.rope))
{
}

absl::StatusOr<TextLayers> TextLayers::create(MemoryPool& pool, const model::ModelSpec& spec,
                                              const plan::Layout& layout, const plan::RankPosition& position,
                                              const Weights& weights, const KvCache& cache, const StepLimits& limits,
                                              collective::Communicator* tensor)
{
    TextLayers layers(spec, position, cache, tensor);
    FIRSTLIGHT_RETURN_IF_ERROR(layers.resolve(layout, weights));
    FIRSTLIGHT_RETURN_IF_ERROR(layers.makeBuffers(pool, limits));
    return layers;
}

absl::Status TextLayers::resolve(const plan::Layout& layout, const Weights& weights)
{
    m_positionFactors = weights.find("positions.factors");
    for (std::int32_t layer = m_position.firstLayer; layer < m_position.endLayer; ++layer) {
        Layer& resolved = m_layers.emplace_back();
        FIRSTLIGHT_RETURN_IF_ERROR(resolveAttention(layout, weights, layer, resolved.attention));
        FIRSTLIGHT_RETURN_IF_ERROR(resolveFfn(weights, layer, resolved.ffn));
    }
    return absl::OkStatus();
}

absl::Status TextLayers::resolveAttention(const plan::Layout& layout, const Weights& weights, std::int32_t layer,
                                          Attention& attention) const
{
    const model::AttentionSpec& spec = m_spec.layers[static_cast<std::size_t>(layer)].attention;
    attention.heads = spec.headCount / layout.tensorParallel;
    attention.kvHeads = localKvHeads(spec, layout.tensorParallel);
    attention.headDim = spec.headDim;
    attention.norm = weights.find("norm.input", layer);
    attention.qkv = weights.find("attention.qkv", layer);
    attention.qkvBias = weights.find("attention.qkv", layer, true);
    attention.queryNorm = weights.find("attention.q_norm", layer);
    attention.keyNorm = weights.find("attention.k_norm", layer);
    attention.output = weights.find("attention.o", layer);
    attention.outputBias = weights.find("attention.o", layer, true);
    if (attention.norm == nullptr || attention.output == nullptr || attention.qkv == nullptr ||
        attention.qkv->rows != attention.rowWidth()) {
        return incomplete("attention", layer);
    }
    return absl::OkStatus();
}

absl::Status TextLayers::resolveFfn(const Weights& weights, std::int32_t layer, Ffn& ffn) const
{
    ffn.spec = &m_spec.layers[static_cast<std::size_t>(layer)].ffn;
    const bool experts = ffn.spec->kind == model::FfnKind::kMoe;
    ffn.norm = weights.find("norm.post_attention", layer);
    ffn.router = weights.find("moe.router", layer);
    ffn.gateUp = weights.find(experts ? "moe.experts.gate_up" : "ffn.gate_up", layer);
    ffn.gateUpBias = weights.find("ffn.gate_up", layer, true);
    ffn.down = weights.find(experts ? "moe.experts.down" : "ffn.down", layer);
    ffn.downBias = weights.find("ffn.down", layer, true);
    if (ffn.norm == nullptr || ffn.gateUp == nullptr || ffn.down == nullptr || (experts && ffn.router == nullptr) ||
        ffn.gateUp->rows != 2 * ffn.down->columns) {
        return incomplete("feed-forward part", layer);
    }
    return absl::OkStatus();
}

absl::Status TextLayers::makeBuffers(MemoryPool& pool, const StepLimits& limits)
{
    std::int64_t qkv = 0;
    std::int64_t attended = 0;
    std::int64_t gateUp = 0;
    std::int64_t experts = 0;
    std::int64_t chosen = 0;
    for (const Layer& layer : m_layers) {
        qkv = std::max(qkv, layer.attention.rowWidth());
        attended = std::max(attended, layer.attention.heads * layer.attention.headDim);
        gateUp = std::max(gateUp, layer.ffn.spec->kind == model::FfnKind::kDense ? layer.ffn.gateUp->rows : 0);
        experts = std::max<std::int64_t>(experts, layer.ffn.spec->expertCount);
        chosen = std::max<std::int64_t>(chosen, layer.ffn.spec->expertsPerToken);
    }
    const std::int64_t half = m_spec.rope.rotaryDim / 2;
    const struct {
        PoolBuffer& buffer;
        std::int64_t width;
    } buffers[] = {{m_normed, m_spec.hiddenSize},
                   {m_delta, m_spec.hiddenSize},
                   {m_qkv, qkv},
                   {m_attended, attended},
                   {m_gateUp, gateUp},
                   {m_routerLogits, experts},
                   {m_expertIndices, chosen},
                   {m_expertWeights, chosen},
                   {m_positions, 3},
                   {m_cosines, half},
                   {m_sines, half}};
    for (const auto& [buffer, width] : buffers) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(
            buffer,
            pool.allocate(limits.rows * width * static_cast<std::int64_t>(sizeof(float)), MemoryClass::kActivations));
    }
    return absl::OkStatus();
}

// The factors are a tensor of the checkpoint: known only once the weights have been read.
const float* TextLayers::anglesPerPosition()
{
    if (m_positionFactors != nullptr) {
        for (std::size_t pair = 0; pair < m_inverseFrequencies.size(); ++pair) {
            m_inverseFrequencies[pair] /= m_positionFactors->floats()[pair];
        }
        m_positionFactors = nullptr;
    }
    return m_inverseFrequencies.data();
}

void TextLayers::begin(const Compute& compute, const StepPlan& plan)
{
    m_rows = plan.rowCount();
    m_segments = plan.segments;
    m_sequences.clear();
    std::int64_t row = 0;
    for (const StepSegment& segment : m_segments) {
        m_sequences.push_back({row, segment.count, segment.start, segment.blocks.data()});
        row += segment.count;
    }
    const std::span<std::int32_t> positions = m_positions.as<std::int32_t>();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t index = 0; index < plan.positions.size(); ++index) {
            positions[axis * plan.positions.size() + index] = plan.positions[index][axis];
        }
    }
    kernels::RopeTableArgs args;
    args.positions = positions.data();
    args.tokens = m_rows;
    args.inverseFrequencies = anglesPerPosition();
    args.half = m_spec.rope.rotaryDim / 2;
    args.layout = ropeLayout(m_spec.rope);
    if (args.layout != kernels::RopeLayout::Plain) {
        std::copy_n(m_spec.rope.mropeSection.begin(), 3, args.sections.begin());
    }
    args.cosines = m_cosines.as<float>().data();
    args.sines = m_sines.as<float>().data();
    compute.operators.ropeTable(compute.context, args);
}

absl::Status TextLayers::run(const Compute& compute, std::int32_t layer, float* hidden)
{
    FIRSTLIGHT_RETURN_IF_ERROR(runAttention(compute, layer, hidden));
    return runFfn(compute, m_layers[static_cast<std::size_t>(layer - m_position.firstLayer)].ffn, hidden);
}

absl::Status TextLayers::runAttention(const Compute& compute, std::int32_t layer, float* hidden)
{
    const Attention& attention = m_layers[static_cast<std::size_t>(layer - m_position.firstLayer)].attention;
    normalize(compute, hidden, *attention.norm);
    project(compute, attention);
    attend(compute, layer, attention);
    kernels::LinearArgs args;
    args.input = m_attended.as<float>().data();
    args.inputStride = attention.output->columns;
    args.rows = m_rows;
    args.weights = attention.output->view();
    args.bias = summedBias(attention.outputBias);
    args.output = divided() ? m_delta.as<float>().data() : hidden;
    args.outputStride = m_spec.hiddenSize;
    args.mode = divided() ? kernels::WriteMode::Overwrite : kernels::WriteMode::Accumulate;
    compute.operators.linear(compute.context, args);
    return addOverRanks(compute, hidden);
}

absl::Status TextLayers::runFfn(const Compute& compute, const Ffn& ffn, float* hidden)
{
    normalize(compute, hidden, *ffn.norm);
    float* output = divided() ? m_delta.as<float>().data() : hidden;
    if (ffn.spec->kind == model::FfnKind::kMoe) {
        if (divided()) {
            std::memset(output, 0, static_cast<std::size_t>(m_rows * m_spec.hiddenSize) * sizeof(float));
        }
        expertFfn(compute, ffn, output);
    } else {
        denseFfn(compute, ffn, output, divided() ? kernels::WriteMode::Overwrite : kernels::WriteMode::Accumulate);
    }
    return addOverRanks(compute, hidden);
}

// The parts of all ranks are summed, so a bias goes into one of them.
const float* TextLayers::summedBias(const Weight* bias) const
{
    return bias != nullptr && m_position.tp == 0 ? bias->floats() : nullptr;
}

// Adds the group's sum of m_delta to `hidden`; alone, a rank has added its part already.
absl::Status TextLayers::addOverRanks(const Compute& compute, float* hidden)
{
    if (!divided()) {
        return absl::OkStatus();
    }
    const std::int64_t count = m_rows * m_spec.hiddenSize;
    const std::span<float> delta = m_delta.as<float>().first(static_cast<std::size_t>(count));
    FIRSTLIGHT_RETURN_IF_ERROR(m_tensor->allReduce(delta, collective::ReduceOp::kSum));
    compute.operators.add(compute.context, {hidden, delta.data(), count});
    return absl::OkStatus();
}

void TextLayers::normalize(const Compute& compute, const float* hidden, const Weight& weight)
{
    kernels::RmsNormArgs args;
    args.input = hidden;
    args.inputStride = m_spec.hiddenSize;
    args.rows = m_rows;
    args.width = m_spec.hiddenSize;
    args.weight = weight.floats();
    args.epsilon = static_cast<float>(m_spec.normEpsilon);
    args.output = m_normed.as<float>().data();
    args.outputStride = m_spec.hiddenSize;
    compute.operators.rmsNorm(compute.context, args);
}

void TextLayers::project(const Compute& compute, const Attention& attention)
{
    float* queries = m_qkv.as<float>().data();
    float* keys = queries + attention.heads * attention.headDim;
    linear(compute, m_normed.as<float>().data(), m_rows, *attention.qkv, attention.qkvBias, queries);
    normalizeHeads(compute, attention, attention.queryNorm, queries, attention.heads);
    normalizeHeads(compute, attention, attention.keyNorm, keys, attention.kvHeads);
    rotate(compute, attention, queries, attention.heads);
    rotate(compute, attention, keys, attention.kvHeads);
}

void TextLayers::normalizeHeads(const Compute& compute, const Attention& attention, const Weight* weight, float* heads,
                                std::int64_t count)
{
    if (weight == nullptr) {
        return;
    }
    kernels::RmsNormArgs args;
    args.input = heads;
    args.inputStride = attention.rowWidth();
    args.rows = m_rows;
    args.groups = count;
    args.width = attention.headDim;
    args.weight = weight->floats();
    args.epsilon = static_cast<float>(m_spec.normEpsilon);
    args.output = heads;
    args.outputStride = attention.rowWidth();
    compute.operators.rmsNorm(compute.context, args);
}

void TextLayers::rotate(const Compute& compute, const Attention& attention, float* heads, std::int64_t count)
{
    kernels::RopeArgs args;
    args.data = heads;
    args.stride = attention.rowWidth();
    args.tokens = m_rows;
    args.heads = count;
    args.headDimension = attention.headDim;
    args.cosines = m_cosines.as<float>().data();
    args.sines = m_sines.as<float>().data();
    args.half = m_spec.rope.rotaryDim / 2;
    args.pairs = m_spec.rope.adjacentPairs ? kernels::RopePairs::Adjacent : kernels::RopePairs::Halves;
    compute.operators.rope(compute.context, args);
}

void TextLayers::attend(const Compute& compute, std::int32_t layer, const Attention& attention)
{
    const std::int64_t stride = attention.rowWidth();
    const float* queries = m_qkv.as<float>().data();
    const float* keys = queries + attention.heads * attention.headDim;
    const float* values = keys + attention.kvHeads * attention.headDim;
    const kernels::KvCacheView& cache = m_cache.layer(layer);
    for (const kernels::AttentionSequence& sequence : m_sequences) {
        const std::int64_t offset = sequence.firstRow * stride;
        compute.operators.storeKv(compute.context, {keys + offset, values + offset, stride, stride, sequence.rows,
                                                    sequence.start, sequence.blockTable, cache});
    }
    kernels::PagedAttentionArgs args;
    args.queries = queries;
    args.queryStride = stride;
    args.heads = attention.heads;
    args.scale = 1.0F / std::sqrt(static_cast<float>(attention.headDim));
    args.cache = cache;
    args.sequences = m_sequences.data();
    args.sequenceCount = static_cast<std::int64_t>(m_sequences.size());
    args.output = m_attended.as<float>().data();
    args.outputStride = attention.heads * attention.headDim;
    compute.operators.pagedAttention(compute.context, args);
}

void TextLayers::denseFfn(const Compute& compute, const Ffn& ffn, float* output, kernels::WriteMode mode)
{
    const std::int64_t width = ffn.down->columns;
    float* gateUp = m_gateUp.as<float>().data();
    linear(compute, m_normed.as<float>().data(), m_rows, *ffn.gateUp, ffn.gateUpBias, gateUp);
    compute.operators.gatedActivation(compute.context, {kernelActivation(ffn.spec->activation), gateUp, gateUp + width,
                                                        2 * width, 2 * width, m_rows, width, gateUp, 2 * width});
    kernels::LinearArgs args;
    args.input = gateUp;
    args.inputStride = 2 * width;
    args.rows = m_rows;
    args.weights = ffn.down->view();
    args.bias = summedBias(ffn.downBias);
    args.output = output;
    args.outputStride = m_spec.hiddenSize;
    args.mode = mode;
    compute.operators.linear(compute.context, args);
}

void TextLayers::expertFfn(const Compute& compute, const Ffn& ffn, float* output)
{
    const std::int64_t experts = ffn.spec->expertCount;
    float* logits = m_routerLogits.as<float>().data();
    std::int32_t* indices = m_expertIndices.as<std::int32_t>().data();
    float* weights = m_expertWeights.as<float>().data();
    linear(compute, m_normed.as<float>().data(), m_rows, *ffn.router, nullptr, logits);
    const auto mode = ffn.spec->normalizeTopK ? kernels::RouterWeights::Renormalized : kernels::RouterWeights::AsIs;
    compute.operators.routeExperts(
        compute.context, {logits, experts, m_rows, experts, ffn.spec->expertsPerToken, mode, indices, weights});
    kernels::ExpertsArgs args;
    args.input = m_normed.as<float>().data();
    args.inputStride = m_spec.hiddenSize;
    args.rows = m_rows;
    args.hidden = m_spec.hiddenSize;
    args.intermediate = ffn.down->columns;
    args.experts = experts;
    args.activation = kernelActivation(ffn.spec->activation);
    args.gateUp = ffn.gateUp->data;
    args.down = ffn.down->data;
    args.gateUpType = ffn.gateUp->type;
    args.downType = ffn.down->type;
    args.indices = indices;
    args.weights = weights;
    args.topK = ffn.spec->expertsPerToken;
    args.output = output;
    args.outputStride = m_spec.hiddenSize;
    compute.operators.experts(compute.context, args);
}

} // namespace firstlight::engine
