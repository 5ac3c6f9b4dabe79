#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"
#include "kernels/cpu/softmax_row.h"

#include <cassert>
#include <math.h>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

constexpr std::int64_t kCostOfOne = 16;

// In double: a vocabulary of small terms beside a large one would lose its tail in float.
double sumOfExponentials(const float* input, std::int64_t width, float shift)
{
    constexpr std::int64_t kPiece = 256;
    alignas(64) float values[kPiece];
    double total = 0.0;
    for (std::int64_t i = 0; i < width; i += kPiece) {
        total += static_cast<double>(exponentials(input + i, width - i < kPiece ? width - i : kPiece, shift, values));
    }
    return total;
}

void logSoftmaxRow(const float* input, std::int64_t width, float* output)
{
    const float shift = largestOf(input, width);
    const auto logTotal = static_cast<float>(::log(sumOfExponentials(input, width, shift)));
    for (std::int64_t i = 0; i < width; ++i) {
        output[i] = (input[i] - shift) - logTotal;
    }
}

std::int32_t argmaxOf(const float* data, std::int64_t width)
{
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < width; ++i) {
        // Anything but NaN beats NaN.
        if (data[i] > data[best] || (data[best] != data[best] && data[i] == data[i])) {
            best = i;
        }
    }
    return static_cast<std::int32_t>(best);
}

} // namespace

void softmax(Context& context, const SoftmaxArgs& args)
{
    assert(args.width > 0);
    parallelEach(context, args.rows, args.width * kCostOfOne, [&](std::int64_t i) {
        softmaxRow(args.input + i * args.inputStride, args.width, args.output + i * args.outputStride);
    });
}

void logSoftmax(Context& context, const SoftmaxArgs& args)
{
    assert(args.width > 0);
    parallelEach(context, args.rows, args.width * kCostOfOne, [&](std::int64_t i) {
        logSoftmaxRow(args.input + i * args.inputStride, args.width, args.output + i * args.outputStride);
    });
}

void argmax(Context& context, const ArgmaxArgs& args)
{
    assert(args.width > 0);
    parallelEach(context, args.rows, args.width,
                 [&](std::int64_t i) { args.indices[i] = argmaxOf(args.input + i * args.stride, args.width); });
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
