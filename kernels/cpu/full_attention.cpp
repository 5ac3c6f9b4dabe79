#include "kernels/cpu/attention_rows.h"
#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"

#include <cassert>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

struct Segment {
    std::int64_t begin;
    std::int64_t length;
};

// Query rows [first, first + count) of the segment, for one head.
void attendPart(const FullAttentionArgs& args, const Segment& segment, std::int64_t head, std::int64_t first,
                std::int64_t count)
{
    const std::int64_t offset = head * args.headDimension;
    AttentionState state;
    QueryRow rows[kQueryRows];
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t at = segment.begin + first + i;
        rows[i] = QueryRow{args.queries + at * args.queryStride + offset, args.output + at * args.outputStride + offset,
                           segment.length};
    }
    const auto loadTile = [&](std::int64_t key, std::int64_t keys, std::int64_t width) {
        for (std::int64_t t = 0; t < keys; ++t) {
            const std::int64_t at = segment.begin + key + t;
            loadPadded(args.keys + at * args.keyStride + offset, args.headDimension, width, state.keys[t]);
            loadPadded(args.values + at * args.valueStride + offset, args.headDimension, width, state.values[t]);
        }
    };
    attendRows(state, rows, count, args.headDimension, args.scale, loadTile);
}

void attendSegment(Context& context, const FullAttentionArgs& args, const Segment& segment)
{
    const std::int64_t parts = (segment.length + kQueryRows - 1) / kQueryRows;
    const std::int64_t cost = segment.length * args.headDimension * kQueryRows;
    parallelEach(context, parts * args.heads, cost, [&](std::int64_t task) {
        const std::int64_t first = task / args.heads * kQueryRows;
        const std::int64_t left = segment.length - first;
        attendPart(args, segment, task % args.heads, first, left < kQueryRows ? left : kQueryRows);
    });
}

} // namespace

void fullAttention(Context& context, const FullAttentionArgs& args)
{
    assert(args.headDimension > 0 && args.headDimension <= kMaxHeadDimension);
    for (std::int64_t s = 0; s < args.segments; ++s) {
        attendSegment(context, args, Segment{args.bounds[s], args.bounds[s + 1] - args.bounds[s]});
    }
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
