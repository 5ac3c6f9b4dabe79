#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"
#include "kernels/cpu/simd.h"

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

FIRSTLIGHT_INLINE void addTo(float* data, const float* addend, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i) {
        data[i] += addend[i];
    }
}

} // namespace

void add(Context& context, const AddArgs& args)
{
    constexpr std::int64_t kPiece = 4096;
    parallelEach(context, (args.count + kPiece - 1) / kPiece, kPiece, [&](std::int64_t piece) {
        const std::int64_t begin = piece * kPiece;
        addTo(args.data + begin, args.addend + begin, args.count - begin < kPiece ? args.count - begin : kPiece);
    });
}

void addRows(Context& context, const RowsArgs& args)
{
    parallelEach(context, args.count, args.width, [&](std::int64_t i) {
        addTo(args.data + args.indices[i] * args.dataStride, args.source + i * args.sourceStride, args.width);
    });
}

void scatterRows(Context& context, const RowsArgs& args)
{
    parallelEach(context, args.count, args.width, [&](std::int64_t i) {
        std::memcpy(args.data + args.indices[i] * args.dataStride, args.source + i * args.sourceStride,
                    static_cast<std::size_t>(args.width) * sizeof(float));
    });
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
