#include "backend/model/bpe_merges.h"

#include "backend/model/bpe_run_merger.h"
#include "backend/model/text_hash.h"

#include <algorithm>
#include <array>
#include <bit>

namespace firstlight::model {

namespace {

// Up to here the lowest rank is found by looking at all of them.
constexpr std::size_t kShortPiece = 64;

constexpr std::size_t kWordBits = 64;
constexpr std::size_t kBitsPerSlot = 4;

} // namespace

BpeMerges::BpeMerges(std::size_t count)
    : m_table(std::bit_ceil(count * 2 + 2))
    , m_maybe(std::max<std::size_t>(m_table.size() * kBitsPerSlot / kWordBits, 1))
{
}

void BpeMerges::add(std::int32_t left, std::int32_t right, std::int32_t merged, std::uint32_t rank)
{
    const std::uint64_t key = keyOf(left, right);
    const std::uint64_t hash = mixHash(key, key);
    std::size_t slot = hash & (m_table.size() - 1);
    while (m_table[slot].key != UINT64_MAX && m_table[slot].key != key) {
        slot = (slot + 1) & (m_table.size() - 1);
    }
    m_table[slot] = {key, rank, merged};
    m_maybe[hash / kWordBits & (m_maybe.size() - 1)] |= std::uint64_t{1} << hash % kWordBits;
}

const BpeMerges::Merge& BpeMerges::find(std::int32_t left, std::int32_t right) const
{
    static constexpr Merge kNone;
    const std::uint64_t key = keyOf(left, right);
    const std::uint64_t hash = mixHash(key, key);
    if ((m_maybe[hash / kWordBits & (m_maybe.size() - 1)] >> hash % kWordBits & 1U) == 0) {
        return kNone;
    }
    std::size_t slot = hash & (m_table.size() - 1);
    while (m_table[slot].key != key && m_table[slot].key != UINT64_MAX) {
        slot = (slot + 1) & (m_table.size() - 1);
    }
    return m_table[slot];
}

void BpeMerges::applyFrom(std::vector<std::int32_t>& symbols, std::size_t first) const
{
    std::int32_t* begin = symbols.data() + first;
    const std::size_t count = symbols.size() - first;
    if (count <= kShortPiece) {
        symbols.resize(first + mergeShort(begin, count));
        return;
    }
    BpeRunMerger merger(*this, {begin, count});
    merger.run();
    symbols.resize(first + merger.write(begin));
}

std::size_t BpeMerges::mergeShort(std::int32_t* symbols, std::size_t count) const
{
    std::array<std::uint32_t, kShortPiece> ranks; // of each symbol with the one behind it
    std::array<std::int32_t, kShortPiece> merged;
    const auto look = [&](std::size_t at) {
        const Merge& merge = find(symbols[at], symbols[at + 1]);
        ranks[at] = merge.rank;
        merged[at] = merge.merged;
    };
    for (std::size_t at = 0; at + 1 < count; ++at) {
        look(at);
    }
    while (count > 1) {
        const auto* lowest = std::min_element(ranks.data(), ranks.data() + count - 1);
        if (*lowest == kNoRank) {
            break;
        }
        const auto at = static_cast<std::size_t>(lowest - ranks.data());
        symbols[at] = merged[at];
        std::copy(symbols + at + 2, symbols + count, symbols + at + 1);
        --count;
        for (std::size_t i = at + 1; i + 1 < count; ++i) {
            ranks[i] = ranks[i + 1];
            merged[i] = merged[i + 1];
        }
        if (at > 0) {
            look(at - 1);
        }
        if (at + 1 < count) {
            look(at);
        }
    }
    return count;
}

} // namespace firstlight::model
