#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"
#include "kernels/cpu/softmax_row.h"

#include <cassert>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

FIRSTLIGHT_INLINE bool isChosen(const std::int32_t* chosen, std::int64_t count, std::int64_t expert)
{
    for (std::int64_t i = 0; i < count; ++i) {
        if (chosen[i] == expert) {
            return true;
        }
    }
    return false;
}

// The best expert not yet chosen, the lowest of equal ones.
std::int64_t bestExpert(const float* logits, std::int64_t experts, const std::int32_t* chosen, std::int64_t count)
{
    std::int64_t best = -1;
    for (std::int64_t e = 0; e < experts; ++e) {
        if ((best < 0 || logits[e] > logits[best]) && !isChosen(chosen, count, e)) {
            best = e;
        }
    }
    return best;
}

// Softmax keeps the order, so the choice is made on the logits and only what was chosen is normalised.
void routeRow(const RouteExpertsArgs& args, const float* logits, std::int32_t* indices, float* weights)
{
    const float shift = largestOf(logits, args.experts);
    float total = 0.0F;
    for (std::int64_t k = 0; k < args.topK; ++k) {
        indices[k] = static_cast<std::int32_t>(bestExpert(logits, args.experts, indices, k));
        weights[k] = exponential(splat(logits[indices[k]] - shift))[0];
        total += weights[k];
    }
    if (args.mode == RouterWeights::AsIs) {
        total = 0.0F;
        for (std::int64_t e = 0; e < args.experts; ++e) {
            total += exponential(splat(logits[e] - shift))[0];
        }
    }
    for (std::int64_t k = 0; k < args.topK; ++k) {
        weights[k] /= total;
    }
}

} // namespace

void routeExperts(Context& context, const RouteExpertsArgs& args)
{
    assert(args.topK >= 1 && args.topK <= args.experts);
    parallelEach(context, args.rows, args.experts * (args.topK + 16), [&](std::int64_t i) {
        routeRow(args, args.logits + i * args.stride, args.indices + i * args.topK, args.weights + i * args.topK);
    });
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
