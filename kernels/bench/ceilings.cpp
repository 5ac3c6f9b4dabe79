#include "kernels/bench/measured_case.h"

#include <cstring>
#include <memory>

namespace firstlight::kernels::bench {

namespace {

typedef float Vector __attribute__((vector_size(64)));

constexpr std::int64_t kReadBytes = std::int64_t{256} << 20;
constexpr std::int64_t kReadPiece = std::int64_t{1} << 20;
constexpr std::int64_t kSteps = 20000;
constexpr std::int64_t kLanes = sizeof(Vector) / sizeof(float);

// Results go here so that the work is not optimised away.
volatile float sink;

float readPiece(const float* data)
{
    Vector sums[4] = {};
    for (std::int64_t i = 0; i < kReadPiece / 4; i += 4 * kLanes) {
        for (int k = 0; k < 4; ++k) {
            Vector value;
            std::memcpy(&value, data + i + k * kLanes, sizeof(value));
            sums[k] += value;
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

// The body is the same for each instruction set; the attribute of the caller decides what it becomes.
template <int Chains>
[[gnu::always_inline]] inline float multiplyChains()
{
    Vector sums[Chains];
    for (int c = 0; c < Chains; ++c) {
        sums[c] = Vector{} + static_cast<float>(c);
    }
    const Vector factor = Vector{} + 0.999F;
    for (std::int64_t i = 0; i < kSteps; ++i) {
#pragma GCC unroll 32
        for (int c = 0; c < Chains; ++c) {
            sums[c] = sums[c] * factor + factor;
        }
    }
    Vector total{};
    for (int c = 0; c < Chains; ++c) {
        total += sums[c];
    }
    return total[0];
}

// As many chains as the registers of the instruction set hold: 64-byte vectors are pairs of AVX2's, four of SSE2's.
float multiplyBaseline()
{
    return multiplyChains<3>();
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] float multiplyAvx2()
{
    return multiplyChains<6>();
}

[[gnu::target("avx512f")]] float multiplyAvx512()
{
    return multiplyChains<24>();
}
#endif

struct Multiplier
{
    float (*run)();
    std::int64_t chains;
};

Multiplier multiplierFor(Isa isa)
{
#if defined(__x86_64__)
    if (isa == Isa::Avx512) {
        return {multiplyAvx512, 24};
    }
    if (isa == Isa::Avx2) {
        return {multiplyAvx2, 6};
    }
#else
    static_cast<void>(isa);
#endif
    return {multiplyBaseline, 3};
}

MeasuredCase multiplyCase(Context& context, Isa isa)
{
    constexpr std::int64_t kPieces = 64;
    const Multiplier multiplier = multiplierFor(isa);
    const auto operations = static_cast<double>(kPieces * kSteps * multiplier.chains * kLanes * 2);
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
