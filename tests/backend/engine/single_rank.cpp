#include "tests/backend/engine/single_rank.h"

#include "backend/base/failure.h"
#include "backend/engine/request_check.h"
#include "kernels/cpu/cpu_operators.h"

#include <algorithm>
#include <numeric>

namespace firstlight::engine {

namespace {

constexpr StepLimits kLimits{64, 64, 256, 64};

// Image tokens in order of the prompt take the features in order.
std::vector<std::int32_t> featureRows(const GenerationRequest& request, std::int32_t imageToken)
{
    std::vector<std::int32_t> rows;
    std::int32_t next = 0;
    for (const std::int32_t token : request.tokens) {
        rows.push_back(!request.images.empty() && token == imageToken ? next++ : -1);
    }
    return rows;
}

// Each token is a segment of its own, so that each row's logits are wanted.
void addToken(StepPlan& plan, std::int32_t index, const PendingRequest& pending, std::int32_t featureRow)
{
    StepSegment segment{index, 1, true, std::vector<std::int32_t>(static_cast<std::size_t>(kvBlocksFor(index + 1)))};
    std::iota(segment.blocks.begin(), segment.blocks.end(), 0);
    plan.segments.push_back(std::move(segment));
    plan.tokens.push_back(pending.request.tokens[static_cast<std::size_t>(index)]);
    plan.positions.push_back(pending.prompt.positions[static_cast<std::size_t>(index)]);
    plan.featureRows.push_back(featureRow);
}

StepPlan imagePlan(const PendingRequest& pending)
{
    StepPlan plan;
    std::int32_t row = 0;
    for (std::size_t index = 0; index < pending.grids.size(); ++index) {
        const ImageInput& image = pending.request.images[index];
        plan.images.push_back({image.width, image.height, row, {0.5F, 0.5F, 0.5F}, {0.5F, 0.5F, 0.5F}, image.rgb});
        row += pending.grids[index].tokenCount();
    }
    return plan;
}

} // namespace

SingleRank::SingleRank(const model::ModelSpec& spec)
    : m_spec(spec), m_pool(0, 256 << 20), m_threads(1), m_context(m_threads)
{
}

absl::StatusOr<std::unique_ptr<SingleRank>> SingleRank::create(const std::string& directory,
                                                               const model::ModelSpec& spec)
{
    std::unique_ptr<SingleRank> rank(new SingleRank(spec));
    FIRSTLIGHT_RETURN_IF_ERROR(rank->prepare(directory));
    return rank;
}

absl::Status SingleRank::prepare(const std::string& directory)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(m_index, checkpoint::openCheckpoint(directory));
    FIRSTLIGHT_ASSIGN_OR_RETURN(m_weights, Weights::plan(m_spec, m_index, plan::slicesOfRank(m_spec, m_layout, 0)));
    FIRSTLIGHT_RETURN_IF_ERROR(m_weights.allocate(m_pool));
    WeightLoader loader(m_index);
    FIRSTLIGHT_RETURN_IF_ERROR(loader.remember());
    FIRSTLIGHT_RETURN_IF_ERROR(loader.load(m_weights, {}, [](std::size_t) {}));
    const RunnerParts parts{m_pool,    m_spec, m_layout, plan::rankPosition(m_spec, m_layout, 0),
                            m_weights, 0,      {},       {kernels::cpuOperators(), m_context}};
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        m_runner, ModelRunner::create(parts, kLimits, kvBlocksFor(kLimits.contextTokens), kernels::ElementType::F32));
    return absl::OkStatus();
}

absl::StatusOr<std::vector<float>> SingleRank::promptLogits(const GenerationRequest& request, std::int32_t chunk)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(PendingRequest pending, checkRequest(m_spec, kLimits, request, {}));
    FIRSTLIGHT_RETURN_IF_ERROR(m_runner->run(imagePlan(pending)).status());
    const std::vector<std::int32_t> features = featureRows(request, m_spec.imageTokenId);
    std::vector<float> all;
    const auto count = static_cast<std::int32_t>(request.tokens.size());
    for (std::int32_t first = 0; first < count; first += chunk) {
        StepPlan plan;
        for (std::int32_t index = first; index < std::min(first + chunk, count); ++index) {
            addToken(plan, index, pending, features[static_cast<std::size_t>(index)]);
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::span<const float> logits, m_runner->run(plan));
        all.insert(all.end(), logits.begin(), logits.end());
    }
    return all;
}

} // namespace firstlight::engine
