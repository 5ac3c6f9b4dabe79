#include "kernels/cpu/map.h"
#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"

#include <cassert>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

void normalizeRms(const float* input, const RmsNormArgs& args, float* output)
{
    Vector squares{};
    forEachVector(args.width, [&](std::int64_t i, std::int64_t count) {
        const Vector value = loadUpTo(input + i, count);
        squares = multiplyAdd(value, value, squares);
    });
    const Vector factor = splat(1.0F / __builtin_sqrtf(sum(squares) / static_cast<float>(args.width) + args.epsilon));
    forEachVector(args.width, [&](std::int64_t i, std::int64_t count) {
        const Vector weight = loadUpTo(args.weight + i, count);
        storeUpTo(output + i, loadUpTo(input + i, count) * factor * weight, count);
    });
}

// The mean of function(x - shift).
template <typename Function>
FIRSTLIGHT_INLINE float meanAround(const float* input, std::int64_t width, float shift, const Function& function)
{
    Vector total{};
    std::int64_t i = 0;
    for (; i + kLanes <= width; i += kLanes) {
        total = total + function(load(input + i) - splat(shift));
    }
    float rest = 0.0F;
    if (i < width) {
        const Vector last = function(loadPartial(input + i, width - i) - splat(shift));
        for (std::int64_t k = 0; k < width - i; ++k) {
            rest += last[k];
        }
    }
    return (sum(total) + rest) / static_cast<float>(width);
}

struct Moments {
    float mean;
    float variance;
};

// Passes over the differences, which do not cancel where the mean is much larger than the spread.
FIRSTLIGHT_INLINE Moments momentsOf(const float* input, std::int64_t width)
{
    const auto same = [](Vector x) __attribute__((always_inline))
    {
        return x;
    };
    const auto square = [](Vector x) __attribute__((always_inline))
    {
        return x * x;
    };
    const float rough = meanAround(input, width, 0.0F, same);
    const float mean = rough + meanAround(input, width, rough, same);
    return {mean, meanAround(input, width, mean, square)};
}

void normalizeLayer(const float* input, const LayerNormArgs& args, float* output)
{
    const auto [mean, variance] = momentsOf(input, args.width);
    const float factor = 1.0F / __builtin_sqrtf(variance + args.epsilon);
    forEachVector(args.width, [&, mean = mean](std::int64_t i, std::int64_t count) {
        const Vector weight = args.weight != nullptr ? loadUpTo(args.weight + i, count) : splat(1.0F);
        const Vector bias = args.bias != nullptr ? loadUpTo(args.bias + i, count) : Vector{};
        const Vector value = (loadUpTo(input + i, count) - splat(mean)) * splat(factor);
        storeUpTo(output + i, multiplyAdd(value, weight, bias), count);
    });
}

} // namespace

void rmsNorm(Context& context, const RmsNormArgs& args)
{
    assert(args.width > 0 && args.groups > 0);
    parallelEach(context, args.rows * args.groups, 2 * args.width, [&](std::int64_t i) {
        const std::int64_t row = i / args.groups;
        const std::int64_t offset = i % args.groups * args.width;
        normalizeRms(args.input + row * args.inputStride + offset, args,
                     args.output + row * args.outputStride + offset);
    });
}

void layerNorm(Context& context, const LayerNormArgs& args)
{
    assert(args.width > 0);
    parallelEach(context, args.rows, 3 * args.width, [&](std::int64_t i) {
        normalizeLayer(args.input + i * args.inputStride, args, args.output + i * args.outputStride);
    });
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
