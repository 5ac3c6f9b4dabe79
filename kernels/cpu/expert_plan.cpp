#include "kernels/cpu/expert_plan.h"

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

FIRSTLIGHT_INLINE std::int64_t aligned(std::int64_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

ExpertPlan layOut(Context& context, const ExpertsArgs& args)
{
    const std::int64_t pairs = args.rows * args.topK;
    const std::int64_t begins = aligned((args.experts + 2) * 8);
    const std::int64_t hit = aligned(args.experts * 4);
    const std::int64_t each = aligned(pairs * 4);
    const std::int64_t total = begins + hit + 2 * each + pairs * args.intermediate * 4;
    auto* at = static_cast<char*>(context.scratch.reserve(static_cast<std::size_t>(total)));
    ExpertPlan plan;
    plan.begins = reinterpret_cast<std::int64_t*>(at);
    plan.hit = reinterpret_cast<std::int32_t*>(at + begins);
    plan.rows = reinterpret_cast<std::int32_t*>(at + begins + hit);
    plan.weights = reinterpret_cast<float*>(at + begins + hit + each);
    plan.inner = reinterpret_cast<float*>(at + begins + hit + 2 * each);
    return plan;
}

// Calls function(pair, expert) for the pairs of this part in the order of the rows; expert counted in this part.
template <typename Function>
FIRSTLIGHT_INLINE void forEachPair(const ExpertsArgs& args, const Function& function)
{
    for (std::int64_t i = 0; i < args.rows * args.topK; ++i) {
        const std::int64_t expert = args.indices[i] - args.expertBegin;
        if (expert >= 0 && expert < args.experts) {
            function(i, expert);
        }
    }
}

} // namespace

// A counting sort. Counts are kept two places on, so that filling moves begins[e + 1] from the begin of expert e to its
// end, which is where expert e + 1 begins.
ExpertPlan planExperts(Context& context, const ExpertsArgs& args)
{
    ExpertPlan plan = layOut(context, args);
    std::memset(plan.begins, 0, static_cast<std::size_t>(args.experts + 2) * sizeof(std::int64_t));
    forEachPair(args, [&](std::int64_t, std::int64_t expert) { ++plan.begins[expert + 2]; });
    for (std::int64_t e = 0; e < args.experts; ++e) {
        if (plan.begins[e + 2] > 0) {
            plan.hit[plan.hits++] = static_cast<std::int32_t>(e);
        }
        plan.begins[e + 2] += plan.begins[e + 1];
    }
    forEachPair(args, [&](std::int64_t pair, std::int64_t expert) {
        const std::int64_t at = plan.begins[expert + 1]++;
        plan.rows[at] = static_cast<std::int32_t>(pair / args.topK);
        plan.weights[at] = args.weights[pair];
    });
    return plan;
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
