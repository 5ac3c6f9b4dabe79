#include "backend/model/bpe_run_merger.h"

#include <algorithm>

namespace firstlight::model {

BpeRunMerger::BpeRunMerger(const BpeMerges& merges, std::span<const std::int32_t> symbols)
    : m_merges(merges)
    , m_size(static_cast<std::uint32_t>(symbols.size()))
    , m_runs(std::make_unique_for_overwrite<Run[]>(symbols.size()))
{
    std::uint32_t previous = 0;
    for (std::uint32_t place = 0; place < m_size;) {
        std::uint32_t end = place + 1;
        while (end < m_size && symbols[end] == symbols[place]) {
            ++end;
        }
        m_runs[place] = {symbols[place], end - place, previous, end};
        previous = place;
        place = end;
    }
}

// The same pairs are asked for again and again.
const BpeMerges::Merge& BpeRunMerger::look(std::int32_t left, std::int32_t right)
{
    if (const std::uint64_t key = BpeMerges::keyOf(left, right); key != m_lastKey) {
        m_last = &m_merges.find(left, right);
        m_lastKey = key;
    }
    return *m_last;
}

// Writes `run`, and its place into the runs beside it; the place behind it.
std::uint32_t BpeRunMerger::put(std::uint32_t place, Run run)
{
    m_runs[place] = run;
    if (place > 0) {
        m_runs[run.previous].next = place;
    }
    if (run.next < m_size) {
        m_runs[run.next].previous = place;
    }
    return run.next;
}

// Of the pairs that begin in the run.
void BpeRunMerger::offer(std::uint32_t place)
{
    const Run& run = m_runs[place];
    if (run.count > 1) {
        if (const BpeMerges::Merge& pair = look(run.symbol, run.symbol); pair.rank != BpeMerges::kNoRank) {
            m_queue.add(pair.rank, place);
        }
    }
    if (run.next < m_size) {
        if (const BpeMerges::Merge& pair = look(run.symbol, m_runs[run.next].symbol); pair.rank != BpeMerges::kNoRank) {
            m_queue.add(pair.rank, place);
        }
    }
}

void BpeRunMerger::offerAround(std::uint32_t place)
{
    if (place > 0) {
        offer(m_runs[place].previous);
    }
    offer(place);
}

// Whether all pairs of the run merge before anything else can happen to what they become.
bool BpeRunMerger::isAlone(const Run& run, std::uint32_t place, const BpeMerges::Merge& pair)
{
    return run.count == 2 ||
           (look(pair.merged, run.symbol).rank > pair.rank && look(pair.merged, pair.merged).rank > pair.rank &&
            (place == 0 || look(m_runs[run.previous].symbol, pair.merged).rank > pair.rank));
}

void BpeRunMerger::mergeWithin(std::uint32_t place, const BpeMerges::Merge& pair)
{
    const Run run = m_runs[place];
    const std::uint32_t width = (run.next - place) / run.count;
    const std::uint32_t pairs = isAlone(run, place, pair) ? run.count / 2 : 1;
    const std::uint32_t rest = run.count - 2 * pairs;
    const std::uint32_t end = rest > 0 ? run.next - rest * width : run.next;
    put(place, {pair.merged, pairs, run.previous, end});
    if (rest > 0) {
        put(end, {run.symbol, rest, place, run.next});
    }
    offerAround(place);
    if (rest > 0) {
        offer(end);
    }
}

void BpeRunMerger::mergeWithNext(std::uint32_t place, std::int32_t merged)
{
    const Run left = m_runs[place];
    const Run right = m_runs[left.next];
    const std::uint32_t at = left.next - (left.count > 1 ? (left.next - place) / left.count : left.next - place);
    const std::uint32_t end = right.count > 1 ? left.next + (right.next - left.next) / right.count : right.next;
    m_runs[left.next].symbol = -1;
    if (left.count > 1) {
        put(place, {left.symbol, left.count - 1, left.previous, at});
    }
    put(at, {merged, 1, left.count > 1 ? place : left.previous, end});
    if (right.count > 1) {
        put(end, {right.symbol, right.count - 1, at, right.next});
    }
    offerAround(at);
    if (right.count > 1) {
        offer(end);
    }
}

void BpeRunMerger::run()
{
    for (std::uint32_t place = 0; place < m_size; place = m_runs[place].next) {
        offer(place);
    }
    while (!m_queue.empty()) {
        std::uint32_t rank = 0;
        const std::uint32_t place = m_queue.take(rank);
        const Run& run = m_runs[place];
        if (run.symbol < 0) {
            continue;
        }
        // A pair that was here may have been merged otherwise.
        if (const BpeMerges::Merge pair = look(run.symbol, run.symbol); run.count > 1 && pair.rank == rank) {
            mergeWithin(place, pair);
        } else if (run.next < m_size) {
            const BpeMerges::Merge next = look(run.symbol, m_runs[run.next].symbol);
            if (next.rank == rank) {
                mergeWithNext(place, next.merged);
            }
        }
    }
}

std::size_t BpeRunMerger::write(std::int32_t* out) const
{
    std::size_t count = 0;
    for (std::uint32_t place = 0; place < m_size; place = m_runs[place].next) {
        std::fill_n(out + count, m_runs[place].count, m_runs[place].symbol);
        count += m_runs[place].count;
    }
    return count;
}

} // namespace firstlight::model
