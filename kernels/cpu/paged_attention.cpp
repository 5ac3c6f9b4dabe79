#include "kernels/cpu/attention_rows.h"
#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"

#include <cassert>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

// Where the vector of one position and head begins, in elements.
FIRSTLIGHT_INLINE std::int64_t slotOf(const KvCacheView& cache, const std::int32_t* blockTable, std::int64_t position,
                                      std::int64_t kvHead)
{
    const std::int64_t block = blockTable[position / cache.blockSize];
    return ((block * cache.kvHeads + kvHead) * cache.blockSize + position % cache.blockSize) * cache.headDimension;
}

void storeVector(const float* source, void* cache, ElementType type, std::int64_t slot, std::int64_t count)
{
    if (type == ElementType::F32) {
        std::memcpy(static_cast<float*>(cache) + slot, source, static_cast<std::size_t>(count) * sizeof(float));
        return;
    }
    auto* target = static_cast<std::uint16_t*>(cache) + slot;
    for (std::int64_t i = 0; i < count; ++i) {
        target[i] = floatToBfloat16(source[i]);
    }
}

// Query rows of one kv head are counted token by token, the heads of its group within a token.
struct Group {
    const PagedAttentionArgs& args;
    const AttentionSequence& sequence;
    std::int64_t kvHead;
    std::int64_t size;

    QueryRow row(std::int64_t i) const
    {
        const std::int64_t token = i / size;
        const std::int64_t offset = (kvHead * size + i % size) * args.cache.headDimension;
        const std::int64_t at = sequence.firstRow + token;
        return QueryRow{args.queries + at * args.queryStride + offset, args.output + at * args.outputStride + offset,
                        sequence.start + token + 1};
    }
};

template <typename Element>
FIRSTLIGHT_INLINE void fetchVector(const Element* data, std::int64_t count)
{
    constexpr std::int64_t kLine = 64 / sizeof(Element);
    for (std::int64_t i = 0; i < count; i += kLine) {
        __builtin_prefetch(data + i, 0, 2);
    }
}

template <typename Element>
void attendGroup(const Group& group, std::int64_t begin, std::int64_t end)
{
    const KvCacheView& cache = group.args.cache;
    AttentionState state;
    QueryRow rows[kQueryRows];
    for (std::int64_t i = begin; i < end; ++i) {
        rows[i - begin] = group.row(i);
    }
    const auto* keys = static_cast<const Element*>(cache.keys);
    const auto* values = static_cast<const Element*>(cache.values);
    const std::int64_t visible = rows[end - begin - 1].visible;
    const auto loadTile = [&](std::int64_t first, std::int64_t count, std::int64_t width) {
        for (std::int64_t t = first; t < first + count; ++t) {
            const std::int64_t slot = slotOf(cache, group.sequence.blockTable, t, group.kvHead);
            loadPadded(keys + slot, cache.headDimension, width, state.keys[t - first]);
            loadPadded(values + slot, cache.headDimension, width, state.values[t - first]);
            if (t + kTileKeys < visible) { // Blocks lie apart, so the hardware does not see the next tile coming.
                const std::int64_t next = slotOf(cache, group.sequence.blockTable, t + kTileKeys, group.kvHead);
                fetchVector(keys + next, cache.headDimension);
                fetchVector(values + next, cache.headDimension);
            }
        }
    };
    attendRows(state, rows, end - begin, cache.headDimension, group.args.scale, loadTile);
}

std::int64_t partsOf(const AttentionSequence& sequence, std::int64_t groupSize)
{
    return (sequence.rows * groupSize + kQueryRows - 1) / kQueryRows;
}

// Task t of one sequence: part t / kvHeads of kv head t % kvHeads.
void attendTask(const PagedAttentionArgs& args, const AttentionSequence& sequence, std::int64_t task)
{
    const Group group{args, sequence, task % args.cache.kvHeads, args.heads / args.cache.kvHeads};
    const std::int64_t begin = task / args.cache.kvHeads * kQueryRows;
    const std::int64_t all = sequence.rows * group.size;
    const std::int64_t end = begin + kQueryRows < all ? begin + kQueryRows : all;
    if (args.cache.type == ElementType::F32) {
        attendGroup<float>(group, begin, end);
    } else {
        attendGroup<Bfloat16>(group, begin, end);
    }
}

struct TaskCount {
    std::int64_t tasks = 0;
    std::int64_t longest = 0;
};

TaskCount countTasks(const PagedAttentionArgs& args)
{
    TaskCount count;
    for (std::int64_t s = 0; s < args.sequenceCount; ++s) {
        const AttentionSequence& sequence = args.sequences[s];
        count.tasks += partsOf(sequence, args.heads / args.cache.kvHeads) * args.cache.kvHeads;
        const std::int64_t length = sequence.start + sequence.rows;
        count.longest = length > count.longest ? length : count.longest;
    }
    return count;
}

} // namespace

void storeKv(Context& context, const StoreKvArgs& args)
{
    const KvCacheView& cache = args.cache;
    assert(cache.type != ElementType::F16);
    parallelEach(context, args.tokens, 4 * cache.kvHeads * cache.headDimension, [&](std::int64_t token) {
        for (std::int64_t h = 0; h < cache.kvHeads; ++h) {
            const std::int64_t slot = slotOf(cache, args.blockTable, args.start + token, h);
            const std::int64_t offset = h * cache.headDimension;
            storeVector(args.keys + token * args.keyStride + offset, cache.keys, cache.type, slot, cache.headDimension);
            storeVector(args.values + token * args.valueStride + offset, cache.values, cache.type, slot,
                        cache.headDimension);
        }
    });
}

void pagedAttention(Context& context, const PagedAttentionArgs& args)
{
    const KvCacheView& cache = args.cache;
    assert(cache.type != ElementType::F16 && cache.headDimension <= kMaxHeadDimension);
    assert(args.heads % cache.kvHeads == 0);
    const TaskCount count = countTasks(args);
    parallelEach(context, count.tasks, count.longest * cache.headDimension * 4, [&](std::int64_t task) {
        const AttentionSequence* sequence = args.sequences;
        while (true) {
            const std::int64_t tasks = partsOf(*sequence, args.heads / cache.kvHeads) * cache.kvHeads;
            if (task < tasks) {
                break;
            }
            task -= tasks;
            ++sequence;
        }
        attendTask(args, *sequence, task);
    });
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
