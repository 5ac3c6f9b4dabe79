#include "backend/serve/sampling.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <cmath>

namespace firstlight::serve {
namespace {

constexpr std::int32_t kDefaultMaxTokens = 512;

struct Range {
    const char* name;
    double value;
    double least;
    double most;
};

absl::Status checkRange(const Range& range)
{
    if (std::isfinite(range.value) && range.value >= range.least && range.value <= range.most) {
        return absl::OkStatus();
    }
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                         {{"detail", std::string(range.name) + " is outside its range"}});
}

absl::Status checkRanges(const v1::SamplingOptions& options)
{
    for (const Range& range :
         {Range{"temperature", options.temperature(), 0, 100}, Range{"top_p", options.top_p(), 0, 1},
          Range{"top_k", static_cast<double>(options.top_k()), 0, 1e6},
          Range{"repetition_penalty", options.repetition_penalty(), 0, 10},
          Range{"max_tokens", static_cast<double>(options.max_tokens()), 0, 1e7}}) {
        FIRSTLIGHT_RETURN_IF_ERROR(checkRange(range));
    }
    return absl::OkStatus();
}

// Nothing that would need a draw was asked for, and the checkpoint draws nothing by itself.
bool isGreedy(const v1::SamplingOptions& requested, const model::GenerationConfig& defaults)
{
    const bool asksForDraw = requested.temperature() > 0 || requested.top_p() > 0 || requested.top_k() > 0;
    return requested.greedy() || (defaults.greedy.value && !asksForDraw);
}

template <typename T>
T orDefault(T requested, T fallback)
{
    return requested == 0 ? fallback : requested;
}

} // namespace

absl::StatusOr<v1::SamplingOptions> resolveSampling(const v1::SamplingOptions& requested,
                                                    const model::GenerationConfig& defaults, std::int32_t roomTokens,
                                                    std::uint64_t freshSeed)
{
    FIRSTLIGHT_RETURN_IF_ERROR(checkRanges(requested));
    const std::int32_t usualTokens = defaults.maxNewTokens ? defaults.maxNewTokens->value : kDefaultMaxTokens;
    v1::SamplingOptions resolved;
    resolved.set_greedy(isGreedy(requested, defaults));
    resolved.set_temperature(orDefault(requested.temperature(), defaults.temperature.value));
    resolved.set_top_p(orDefault(requested.top_p(), defaults.topP.value));
    resolved.set_top_k(orDefault(requested.top_k(), defaults.topK.value));
    resolved.set_repetition_penalty(orDefault(requested.repetition_penalty(), defaults.repetitionPenalty.value));
    resolved.set_seed(orDefault<std::uint64_t>(requested.seed(), freshSeed));
    resolved.set_max_tokens(std::clamp(orDefault(requested.max_tokens(), usualTokens), 1, std::max(1, roomTokens)));
    return resolved;
}

} // namespace firstlight::serve
