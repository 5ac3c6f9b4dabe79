#include "kernels/cpu/map.h"
#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"

#include <cassert>
#include <math.h>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

// Which of the three positions frequency i turns by.
std::int64_t axisOf(const RopeTableArgs& args, std::int64_t i)
{
    const std::int32_t* sections = args.sections.data();
    switch (args.layout) {
    case RopeLayout::Plain:
        return 0;
    case RopeLayout::Sectioned:
        return i < sections[0] ? 0 : i < sections[0] + sections[1] ? 1 : 2;
    case RopeLayout::Interleaved:
        return i % 3 != 0 && i < 3 * static_cast<std::int64_t>(sections[i % 3]) ? i % 3 : 0;
    }
    return 0;
}

void turnAdjacent(float* head, const float* cosines, const float* sines, std::int64_t half)
{
    for (std::int64_t i = 0; i < half; ++i) {
        const float first = head[2 * i];
        const float second = head[2 * i + 1];
        head[2 * i] = first * cosines[i] - second * sines[i];
        head[2 * i + 1] = second * cosines[i] + first * sines[i];
    }
}

void turnHalves(float* head, const float* cosines, const float* sines, std::int64_t half)
{
    forEachVector(half, [&](std::int64_t i, std::int64_t count) {
        const Vector cosine = loadUpTo(cosines + i, count);
        const Vector sine = loadUpTo(sines + i, count);
        const Vector first = loadUpTo(head + i, count);
        const Vector second = loadUpTo(head + half + i, count);
        storeUpTo(head + i, first * cosine - second * sine, count);
        storeUpTo(head + half + i, second * cosine + first * sine, count);
    });
}

} // namespace

void ropeTable(Context& context, const RopeTableArgs& args)
{
    parallelEach(context, args.tokens, args.half * 64, [&](std::int64_t token) {
        for (std::int64_t i = 0; i < args.half; ++i) {
            const std::int32_t position = args.positions[axisOf(args, i) * args.tokens + token];
            const float angle = static_cast<float>(position) * args.inverseFrequencies[i];
            const std::int64_t at = token * args.half + i;
            args.cosines[at] = static_cast<float>(::cos(static_cast<double>(angle))) * args.magnitude;
            args.sines[at] = static_cast<float>(::sin(static_cast<double>(angle))) * args.magnitude;
        }
    });
}

void rope(Context& context, const RopeArgs& args)
{
    assert(2 * args.half <= args.headDimension);
    const auto turn = args.pairs == RopePairs::Adjacent ? turnAdjacent : turnHalves;
    parallelEach(context, args.tokens, args.heads * args.half * 4, [&](std::int64_t token) {
        for (std::int64_t h = 0; h < args.heads; ++h) {
            turn(args.data + token * args.stride + h * args.headDimension, args.cosines + token * args.half,
                 args.sines + token * args.half, args.half);
        }
    });
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
