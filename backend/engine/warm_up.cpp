#include "backend/engine/warm_up.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace firstlight::engine {

namespace {

constexpr std::int32_t kTextTokens = 16;
constexpr std::int32_t kImageColumns = 2; // in merged patches

// One sequence from its beginning, in the first blocks of the cache: nothing else runs yet.
void addSequence(StepPlan& plan)
{
    StepSegment segment;
    segment.count = plan.rowCount();
    segment.sample = true;
    segment.blocks.resize(static_cast<std::size_t>(kvBlocksFor(segment.count)));
    std::iota(segment.blocks.begin(), segment.blocks.end(), 0);
    plan.segments.push_back(std::move(segment));
}

} // namespace

StepPlan warmUpText(const model::ModelSpec& spec, const StepLimits& limits)
{
    StepPlan plan;
    const std::int32_t count = std::min({kTextTokens, limits.contextTokens, spec.vocabularySize});
    for (std::int32_t index = 0; index < count; ++index) {
        plan.tokens.push_back(index);
        plan.positions.push_back({index, index, index});
        plan.featureRows.push_back(-1);
    }
    addSequence(plan);
    return plan;
}

StepPlan warmUpImage(const model::ModelSpec& spec)
{
    StepPlan plan;
    const std::int32_t unit = spec.vision->patchSize * spec.vision->spatialMergeSize;
    StepImage& image = plan.images.emplace_back();
    image.width = kImageColumns * unit;
    image.height = unit;
    image.mean = {0.5F, 0.5F, 0.5F};
    image.deviation = {0.5F, 0.5F, 0.5F};
    image.rgb.resize(static_cast<std::size_t>(image.width * image.height * 3));
    for (std::size_t index = 0; index < image.rgb.size(); ++index) {
        image.rgb[index] = static_cast<std::uint8_t>(index * 7); // any picture that is not flat
    }
    for (std::int32_t column = 0; column < kImageColumns; ++column) {
        plan.tokens.push_back(spec.imageTokenId);
        plan.positions.push_back({0, 0, column});
        plan.featureRows.push_back(column);
    }
    addSequence(plan);
    return plan;
}

absl::Status runWarmUp(StepLoop& loop, const StepPlan& plan)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::span<const float> logits, loop.lead(plan));
    const auto broken = std::count_if(logits.begin(), logits.end(), [](float logit) { return !std::isfinite(logit); });
    if (broken > 0) {
        return base::failure(
            reasons::kProbeFailed, absl::StatusCode::kDataLoss,
            {{"probe", "warm-up"},
             {"detail", std::to_string(broken) + " of " + std::to_string(logits.size()) + " logits are not finite"}});
    }
    return absl::OkStatus();
}

} // namespace firstlight::engine
