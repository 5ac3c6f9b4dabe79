#include "kernels/cpu/linear_block.h"
#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"

#include <cassert>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

// What the sums start from.
void prepareOutput(const LinearArgs& args, std::int64_t begin, std::int64_t end)
{
    for (std::int64_t r = 0; r < args.rows; ++r) {
        float* row = args.output + r * args.outputStride;
        for (std::int64_t o = begin; o < end; ++o) {
            const float start = args.mode == WriteMode::Accumulate ? row[o] : 0.0F;
            row[o] = args.bias != nullptr ? start + args.bias[o] : start;
        }
    }
}

} // namespace

void linear(Context& context, const LinearArgs& args)
{
    const WeightView& weights = args.weights;
    assert(weights.rowStride >= weights.columns && args.inputStride >= weights.columns);
    assert(args.outputStride >= weights.rows);
    if (args.rows == 0) {
        return;
    }
    const InputRows rows{args.input, args.inputStride, nullptr, args.rows};
    const std::int64_t blocks = (weights.rows + kOutputBlock - 1) / kOutputBlock;
    parallelEach(context, blocks, args.rows * weights.columns * kOutputBlock, [&](std::int64_t block) {
        const std::int64_t begin = block * kOutputBlock;
        const std::int64_t end = begin + kOutputBlock < weights.rows ? begin + kOutputBlock : weights.rows;
        prepareOutput(args, begin, end);
        accumulateLinear(rows, weights, begin, end, args.output + begin, args.outputStride);
    });
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
