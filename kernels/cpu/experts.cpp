#include "kernels/cpu/activation_functions.h"
#include "kernels/cpu/expert_plan.h"
#include "kernels/cpu/linear_block.h"
#include "kernels/cpu/map.h"
#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"

#include <cassert>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

constexpr std::int64_t kRowBlock = 64; // rows whose partial results a task keeps on its stack

using Block = float[kRowBlock][kOutputBlock];

FIRSTLIGHT_INLINE std::int64_t smaller(std::int64_t a, std::int64_t b)
{
    return a < b ? a : b;
}

FIRSTLIGHT_INLINE std::int64_t blocksOf(std::int64_t width)
{
    return (width + kOutputBlock - 1) / kOutputBlock;
}

// One expert's matrix out of a stack of them.
FIRSTLIGHT_INLINE WeightView expertMatrix(const void* stack, ElementType type, std::int64_t expert, std::int64_t rows,
                                          std::int64_t columns)
{
    const auto* bytes = static_cast<const char*>(stack);
    return denseWeights(bytes + expert * rows * columns * elementBytes(type), type, rows, columns);
}

// Calls function(begin, end) for the pairs of an expert, at most kRowBlock at a time.
template <typename Function>
FIRSTLIGHT_INLINE void forEachRowBlock(const ExpertPlan& plan, std::int64_t expert, const Function& function)
{
    const std::int64_t end = plan.begins[expert + 1];
    for (std::int64_t begin = plan.begins[expert]; begin < end; begin += kRowBlock) {
        function(begin, smaller(begin + kRowBlock, end));
    }
}

void multiply(const InputRows& rows, const WeightView& weights, std::int64_t begin, std::int64_t end, Block& result)
{
    std::memset(result, 0, static_cast<std::size_t>(rows.count) * sizeof(result[0]));
    accumulateLinear(rows, weights, begin, end, result[0], kOutputBlock);
}

// inner[pair, begin..end) = activation(gate) * up for all pairs of one expert.
void computeInner(const ExpertsArgs& args, const ExpertPlan& plan, std::int64_t expert, std::int64_t begin,
                  std::int64_t end)
{
    const WeightView weights = expertMatrix(args.gateUp, args.gateUpType, expert, 2 * args.intermediate, args.hidden);
    alignas(64) Block gate;
    alignas(64) Block up;
    forEachRowBlock(plan, expert, [&](std::int64_t first, std::int64_t last) {
        const InputRows rows{args.input, args.inputStride, plan.rows + first, last - first};
        multiply(rows, weights, begin, end, gate);
        multiply(rows, weights, args.intermediate + begin, args.intermediate + end, up);
        withActivation(args.activation, [&](auto apply) {
            for (std::int64_t r = 0; r < last - first; ++r) {
                float* inner = plan.inner + (first + r) * args.intermediate + begin;
                forEachVector(end - begin, [&](std::int64_t i, std::int64_t count) {
                    storeUpTo(inner + i, apply(load(gate[r] + i)) * load(up[r] + i), count);
                });
            }
        });
    });
}

// output[row, begin..end) += weight * down[expert] * inner for all pairs of one expert.
void addOuter(const ExpertsArgs& args, const ExpertPlan& plan, std::int64_t expert, std::int64_t begin,
              std::int64_t end)
{
    const WeightView weights = expertMatrix(args.down, args.downType, expert, args.hidden, args.intermediate);
    alignas(64) Block result;
    forEachRowBlock(plan, expert, [&](std::int64_t first, std::int64_t last) {
        const InputRows rows{plan.inner + first * args.intermediate, args.intermediate, nullptr, last - first};
        multiply(rows, weights, begin, end, result);
        for (std::int64_t r = 0; r < last - first; ++r) {
            float* output = args.output + plan.rows[first + r] * args.outputStride;
            for (std::int64_t o = begin; o < end; ++o) {
                output[o] += plan.weights[first + r] * result[r][o - begin];
            }
        }
    });
}

} // namespace

void experts(Context& context, const ExpertsArgs& args)
{
    assert(args.topK >= 1 && args.inputStride >= args.hidden && args.outputStride >= args.hidden);
    const ExpertPlan plan = planExperts(context, args);
    if (plan.hits == 0) {
        return;
    }
    const std::int64_t pairs = plan.begins[args.experts];
    const std::int64_t innerBlocks = blocksOf(args.intermediate);
    const std::int64_t innerCost = pairs * 2 * kOutputBlock * args.hidden / plan.hits;
    parallelEach(context, plan.hits * innerBlocks, innerCost, [&](std::int64_t task) {
        const std::int64_t begin = task % innerBlocks * kOutputBlock;
        computeInner(args, plan, plan.hit[task / innerBlocks], begin, smaller(begin + kOutputBlock, args.intermediate));
    });
    // A task owns its outputs and takes the experts in ascending order, so the sums have one order.
    const std::int64_t outerCost = pairs * kOutputBlock * args.intermediate;
    parallelEach(context, blocksOf(args.hidden), outerCost, [&](std::int64_t block) {
        const std::int64_t begin = block * kOutputBlock;
        for (std::int64_t i = 0; i < plan.hits; ++i) {
            addOuter(args, plan, plan.hit[i], begin, smaller(begin + kOutputBlock, args.hidden));
        }
    });
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
