#include "kernels/cpu/activation_functions.h"
#include "kernels/cpu/map.h"
#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

constexpr std::int64_t kCostOfOne = 16;
constexpr std::int64_t kPiece = 1024;

// Pieces of rows, so that one long row is shared as well.
template <typename Function>
FIRSTLIGHT_INLINE void forEachPiece(Context& context, std::int64_t rows, std::int64_t width, const Function& function)
{
    const std::int64_t pieces = (width + kPiece - 1) / kPiece;
    parallelEach(context, rows * pieces, (width < kPiece ? width : kPiece) * kCostOfOne, [&](std::int64_t i) {
        const std::int64_t begin = i % pieces * kPiece;
        function(i / pieces, begin, width - begin < kPiece ? width - begin : kPiece);
    });
}

} // namespace

void activation(Context& context, const ActivationArgs& args)
{
    withActivation(args.activation, [&](auto apply) {
        forEachPiece(context, args.rows, args.width, [&](std::int64_t row, std::int64_t begin, std::int64_t width) {
            float* data = args.data + row * args.stride + begin;
            forEachVector(width, [&](std::int64_t i, std::int64_t count) {
                storeUpTo(data + i, apply(loadUpTo(data + i, count)), count);
            });
        });
    });
}

void gatedActivation(Context& context, const GatedActivationArgs& args)
{
    withActivation(args.activation, [&](auto apply) {
        forEachPiece(context, args.rows, args.width, [&](std::int64_t row, std::int64_t begin, std::int64_t width) {
            const float* gate = args.gate + row * args.gateStride + begin;
            const float* up = args.up + row * args.upStride + begin;
            float* output = args.output + row * args.outputStride + begin;
            forEachVector(width, [&](std::int64_t i, std::int64_t count) {
                storeUpTo(output + i, apply(loadUpTo(gate + i, count)) * loadUpTo(up + i, count), count);
            });
        });
    });
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
