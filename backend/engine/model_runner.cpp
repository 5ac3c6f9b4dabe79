#include "backend/engine/model_runner.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <utility>

namespace firstlight::engine {

ModelRunner::ModelRunner(const RunnerParts& parts, KvCache cache)
    : m_parts(parts), m_cache(std::move(cache)), m_link(parts.communicators.pipeline, parts.position)
{
}

absl::StatusOr<std::unique_ptr<ModelRunner>> ModelRunner::create(const RunnerParts& parts, const StepLimits& limits,
                                                                 std::int32_t kvBlockCount, kernels::ElementType kvType)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        KvCache cache, KvCache::create(parts.pool, parts.spec, parts.layout, parts.position, kvBlockCount, kvType));
    std::unique_ptr<ModelRunner> runner(new ModelRunner(parts, std::move(cache)));
    FIRSTLIGHT_RETURN_IF_ERROR(runner->createBuffers(limits));
    if (parts.position.firstStage) {
        FIRSTLIGHT_RETURN_IF_ERROR(runner->createFirstStage(limits));
    }
    absl::StatusOr<TextLayers> layers =
        TextLayers::create(parts.pool, parts.spec, parts.layout, parts.position, parts.weights, runner->m_cache, limits,
                           parts.communicators.tensor);
    FIRSTLIGHT_RETURN_IF_ERROR(layers.status());
    runner->m_layers.emplace(std::move(layers).value());
    if (parts.position.lastStage) {
        absl::StatusOr<LanguageHead> head =
            LanguageHead::create(parts.pool, parts.spec, parts.weights, limits, parts.communicators.tensor);
        FIRSTLIGHT_RETURN_IF_ERROR(head.status());
        runner->m_head.emplace(std::move(head).value());
    }
    return runner;
}

absl::Status ModelRunner::createFirstStage(const StepLimits& limits)
{
    const Weight* table = m_parts.weights.find("embedding");
    if (table == nullptr) {
        return base::failure(reasons::kModelUnsupported, {{"detail", "the first stage has no embedding"}});
    }
    m_embedding.emplace(*table, m_parts.vocabularyBegin, m_parts.communicators.tensor);
    if (!m_parts.spec.vision) {
        return absl::OkStatus();
    }
    absl::StatusOr<VisionTower> tower =
        VisionTower::create(m_parts.pool, *m_parts.spec.vision, m_parts.weights, limits);
    FIRSTLIGHT_RETURN_IF_ERROR(tower.status());
    m_tower.emplace(std::move(tower).value());
    absl::StatusOr<ImageFeatures> features =
        ImageFeatures::create(m_parts.pool, *m_parts.spec.vision, limits.contextTokens);
    FIRSTLIGHT_RETURN_IF_ERROR(features.status());
    m_features.emplace(std::move(features).value());
    return absl::OkStatus();
}

absl::Status ModelRunner::createBuffers(const StepLimits& limits)
{
    m_maxRows = limits.rows;
    const std::int64_t hidden = m_parts.spec.hiddenSize;
    if (m_parts.spec.vision) {
        m_deepstackCount = static_cast<std::int32_t>(m_parts.spec.vision->deepstackLayers.size());
    }
    const bool receivesLogits = leads() && !m_parts.position.lastStage;
    const bool addsFeatures = m_parts.position.firstLayer < m_deepstackCount;
    const struct {
        PoolBuffer& buffer;
        std::int64_t elements;
    } buffers[] = {{m_hidden, limits.rows * hidden},
                   {m_deepstack, addsFeatures ? m_deepstackCount * limits.rows * hidden : 0},
                   {m_received, receivesLogits ? limits.samples * std::int64_t{m_parts.spec.vocabularySize} : 0}};
    for (const auto& [buffer, elements] : buffers) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(buffer, m_parts.pool.allocate(elements * static_cast<std::int64_t>(sizeof(float)),
                                                                  MemoryClass::kActivations));
    }
    return absl::OkStatus();
}

absl::StatusOr<std::span<const float>> ModelRunner::run(const StepPlan& plan)
{
    if (m_tower) {
        for (const StepImage& image : plan.images) {
            m_tower->run(m_parts.compute, image, *m_features);
        }
    }
    if (plan.rowCount() == 0) {
        return std::span<const float>();
    }
    FIRSTLIGHT_RETURN_IF_ERROR(begin(plan));
    FIRSTLIGHT_RETURN_IF_ERROR(runLayers());
    if (!m_parts.position.lastStage) {
        FIRSTLIGHT_RETURN_IF_ERROR(passOn());
    }
    return logits(plan);
}

absl::Status ModelRunner::begin(const StepPlan& plan)
{
    m_rows = plan.rowCount();
    m_imageRows.clear();
    for (std::int32_t row = 0; row < plan.rowCount(); ++row) {
        if (plan.featureRows[static_cast<std::size_t>(row)] >= 0) {
            m_imageRows.push_back(row);
        }
    }
    m_layers->begin(m_parts.compute, plan);
    return m_parts.position.firstStage ? embed(plan) : receive();
}

absl::Status ModelRunner::embed(const StepPlan& plan)
{
    FIRSTLIGHT_RETURN_IF_ERROR(m_embedding->run(m_parts.compute, plan.tokens, m_hidden.as<float>().data()));
    spliceFeatures(plan);
    return absl::OkStatus();
}

// Features replace the embeddings of image tokens; the deepstack planes wait for their layers.
void ModelRunner::spliceFeatures(const StepPlan& plan)
{
    const std::int64_t width = m_parts.spec.hiddenSize;
    float* hidden = m_hidden.as<float>().data();
    for (std::size_t index = 0; index < m_imageRows.size(); ++index) {
        const std::int32_t row = m_imageRows[index];
        const std::int32_t feature = plan.featureRows[static_cast<std::size_t>(row)];
        std::copy_n(m_features->row(0, feature), width, hidden + row * width);
        for (std::int32_t plane = 0; plane < m_deepstackCount; ++plane) {
            std::copy_n(m_features->row(1 + plane, feature), width,
                        deepstackPlane(plane) + static_cast<std::int64_t>(index) * width);
        }
    }
}

absl::Status ModelRunner::receive()
{
    const auto width = static_cast<std::size_t>(m_parts.spec.hiddenSize);
    FIRSTLIGHT_RETURN_IF_ERROR(
        m_link.receiveFromPrevious(m_hidden.as<float>().first(static_cast<std::size_t>(m_rows) * width)));
    if (m_imageRows.empty()) {
        return absl::OkStatus();
    }
    for (std::int32_t layer = m_parts.position.firstLayer; layer < m_deepstackCount; ++layer) {
        FIRSTLIGHT_RETURN_IF_ERROR(m_link.receiveFromPrevious({deepstackPlane(layer), m_imageRows.size() * width}));
    }
    return absl::OkStatus();
}

absl::Status ModelRunner::passOn()
{
    const auto width = static_cast<std::size_t>(m_parts.spec.hiddenSize);
    FIRSTLIGHT_RETURN_IF_ERROR(m_link.sendToNext(m_hidden.as<float>().first(static_cast<std::size_t>(m_rows) * width)));
    if (m_imageRows.empty()) {
        return absl::OkStatus();
    }
    for (std::int32_t layer = m_parts.position.endLayer; layer < m_deepstackCount; ++layer) {
        FIRSTLIGHT_RETURN_IF_ERROR(m_link.sendToNext({deepstackPlane(layer), m_imageRows.size() * width}));
    }
    return absl::OkStatus();
}

absl::Status ModelRunner::runLayers()
{
    float* hidden = m_hidden.as<float>().data();
    for (std::int32_t layer = m_parts.position.firstLayer; layer < m_parts.position.endLayer; ++layer) {
        FIRSTLIGHT_RETURN_IF_ERROR(m_layers->run(m_parts.compute, layer, hidden));
        if (layer < m_deepstackCount && !m_imageRows.empty()) {
            const std::int64_t width = m_parts.spec.hiddenSize;
            m_parts.compute.operators.addRows(m_parts.compute.context, {hidden, width, m_imageRows.data(),
                                                                        static_cast<std::int64_t>(m_imageRows.size()),
                                                                        deepstackPlane(layer), width, width});
        }
    }
    return absl::OkStatus();
}

absl::StatusOr<std::span<const float>> ModelRunner::logits(const StepPlan& plan)
{
    const std::vector<std::int32_t> rows = plan.sampleRows();
    if (rows.empty()) {
        return std::span<const float>();
    }
    const std::size_t count = rows.size() * static_cast<std::size_t>(m_parts.spec.vocabularySize);
    std::span<const float> result;
    if (m_parts.position.lastStage) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(result, m_head->run(m_parts.compute, m_hidden.as<float>().data(), rows));
        if (m_parts.position.tp == 0 && !m_link.single()) {
            FIRSTLIGHT_RETURN_IF_ERROR(m_link.sendToFirst(result));
        }
    } else if (leads()) {
        FIRSTLIGHT_RETURN_IF_ERROR(m_link.receiveFromLast(m_received.as<float>().first(count)));
        result = m_received.as<float>().first(count);
    }
    return leads() ? result : std::span<const float>();
}

float* ModelRunner::deepstackPlane(std::int32_t layer)
{
    return m_deepstack.as<float>().data() + layer * m_maxRows * m_parts.spec.hiddenSize;
}

} // namespace firstlight::engine
