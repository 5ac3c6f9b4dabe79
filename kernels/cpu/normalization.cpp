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

FIRSTLIGHT_INLINE float meanOf(const float* input, std::int64_t width)
{
    Vector total{};
    forEachVector(width, [&](std::int64_t i, std::int64_t count) { total = total + loadUpTo(input + i, count); });
    return sum(total) / static_cast<float>(width);
}

// In a second pass over the differences, which does not cancel where the mean is large.
FIRSTLIGHT_INLINE float varianceOf(const float* input, std::int64_t width, float mean)
{
    Vector squares{};
    std::int64_t i = 0;
    for (; i + kLanes <= width; i += kLanes) {
        const Vector difference = load(input + i) - splat(mean);
        squares = multiplyAdd(difference, difference, squares);
    }
    float rest = 0.0F;
    for (; i < width; ++i) {
        rest += (input[i] - mean) * (input[i] - mean);
    }
    return (sum(squares) + rest) / static_cast<float>(width);
}

void normalizeLayer(const float* input, const LayerNormArgs& args, float* output)
{
    const float mean = meanOf(input, args.width);
    const float factor = 1.0F / __builtin_sqrtf(varianceOf(input, args.width, mean) + args.epsilon);
    forEachVector(args.width, [&](std::int64_t i, std::int64_t count) {
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
