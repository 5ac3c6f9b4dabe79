#include "kernels/bench/measured_case.h"

#include <cstring>
#include <memory>

namespace firstlight::kernels::bench {

namespace {

typedef float Vector __attribute__((vector_size(16)));

constexpr std::int64_t kReadBytes = std::int64_t{256} << 20;
constexpr std::int64_t kReadPiece = std::int64_t{1} << 20;
constexpr std::int64_t kReadAhead = 4096; // elements that are fetched ahead, past the ends of pages
constexpr std::int64_t kSteps = 100000;
constexpr std::int64_t kLanes = sizeof(Vector) / sizeof(float);

// Results go here so that the work is not optimised away.
volatile float sink;

// Four places at once and fetched ahead: one place alone does not keep the memory busy.
float readPiece(const float* data)
{
    constexpr std::int64_t kPlaces = 4;
    constexpr std::int64_t kPlace = kReadPiece / 4 / kPlaces;
    constexpr std::int64_t kLine = 64 / sizeof(float);
    Vector sums[kPlaces] = {};
    for (std::int64_t i = 0; i < kPlace; i += kLine) {
#pragma GCC unroll 4
        for (std::int64_t place = 0; place < kPlaces; ++place) {
            const float* line = data + place * kPlace + i;
            __builtin_prefetch(line + kReadAhead, 0, 2);
#pragma GCC unroll 4
            for (std::int64_t k = 0; k < kLine; k += kLanes) {
                Vector value;
                std::memcpy(&value, line + k, sizeof(value));
                sums[place] += value;
            }
        }
    }
    const Vector total = sums[0] + sums[1] + sums[2] + sums[3];
    return total[0];
}

MeasuredCase readCase(Context& context)
{
    const auto data = std::make_shared<std::vector<float>>(kReadBytes / 4, 1.0F);
    return {"ceiling: read", Bound::Memory, static_cast<double>(kReadBytes), [&context, data] {
                context.threads.parallelFor(kReadBytes / kReadPiece, [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t i = begin; i < end; ++i) {
                        sink = readPiece(data->data() + i * (kReadPiece / 4));
                    }
                });
            }};
}

// The lanes are what the instruction set has as one register: wider vectors are split before the target is looked at.
#define FIRSTLIGHT_MULTIPLY(lanes, chains)                                                                             \
    typedef float Part __attribute__((vector_size(lanes * sizeof(float))));                                            \
    Part sums[chains];                                                                                                 \
    _Pragma("GCC unroll 32") for (int c = 0; c < chains; ++c)                                                          \
    {                                                                                                                  \
        sums[c] = Part{} + static_cast<float>(c);                                                                      \
    }                                                                                                                  \
    const Part factor = Part{} + 0.999F;                                                                               \
    for (std::int64_t i = 0; i < kSteps; ++i) {                                                                        \
        _Pragma("GCC unroll 32") for (int c = 0; c < chains; ++c)                                                      \
        {                                                                                                              \
            sums[c] = sums[c] * factor + factor;                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    Part total{};                                                                                                      \
    _Pragma("GCC unroll 32") for (int c = 0; c < chains; ++c)                                                          \
    {                                                                                                                  \
        total += sums[c];                                                                                              \
    }                                                                                                                  \
    return total[0]

float multiplyBaseline()
{
    FIRSTLIGHT_MULTIPLY(4, 12);
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] float multiplyAvx2()
{
    FIRSTLIGHT_MULTIPLY(8, 12);
}

[[gnu::target("avx512f,prefer-vector-width=512")]] float multiplyAvx512()
{
    FIRSTLIGHT_MULTIPLY(16, 24);
}
#endif

struct Multiplier {
    float (*run)();
    std::int64_t lanesTimesChains;
};

Multiplier multiplierFor(Isa isa)
{
#if defined(__x86_64__)
    if (isa == Isa::Avx512) {
        return {multiplyAvx512, 16 * 24};
    }
    if (isa == Isa::Avx2) {
        return {multiplyAvx2, 8 * 12};
    }
#else
    static_cast<void>(isa);
#endif
    return {multiplyBaseline, 4 * 12};
}

MeasuredCase multiplyCase(Context& context, Isa isa)
{
    constexpr std::int64_t kPieces = 64;
    const Multiplier multiplier = multiplierFor(isa);
    const auto operations = static_cast<double>(kPieces * kSteps * multiplier.lanesTimesChains * 2);
    return {"ceiling: multiply-add", Bound::Compute, operations, [&context, multiplier] {
                context.threads.parallelFor(kPieces, [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t i = begin; i < end; ++i) {
                        sink = multiplier.run();
                    }
                });
            }};
}

} // namespace

std::vector<MeasuredCase> ceilings(Context& context, Isa isa)
{
    return {readCase(context), multiplyCase(context, isa)};
}

} // namespace firstlight::kernels::bench
