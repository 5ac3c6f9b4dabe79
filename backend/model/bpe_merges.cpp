#include "backend/model/bpe_merges.h"

#include "backend/model/text_hash.h"

#include <absl/container/node_hash_map.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <queue>

namespace firstlight::model {

namespace {

// Up to here the lowest rank is found by looking at all of them.
constexpr std::size_t kShortPiece = 64;

constexpr std::size_t kWordBits = 64;
constexpr std::size_t kBitsPerSlot = 4;

// Places with a pair of one rank, taken from the left. Those that come while some are taken are sorted in.
class RankBucket
{
public:
    void add(std::uint32_t place)
    {
        m_sorted = m_sorted && (m_taken == m_places.size() || m_places.back() <= place);
        m_places.push_back(place);
    }

    bool empty() const { return m_taken == m_places.size(); }

    std::uint32_t take()
    {
        if (!m_sorted) {
            std::sort(m_places.begin() + static_cast<std::ptrdiff_t>(m_taken), m_places.end());
            m_sorted = true;
        }
        return m_places[m_taken++];
    }

private:
    std::vector<std::uint32_t> m_places;
    std::size_t m_taken = 0;
    bool m_sorted = true;
};

// The places of all pairs by rank. Neighbours are often alike, so the bucket that was asked for last is remembered.
class RankQueue
{
public:
    void add(std::uint32_t rank, std::uint32_t place)
    {
        RankBucket& bucket = bucketOf(rank);
        if (bucket.empty()) {
            m_ranks.push(rank);
        }
        bucket.add(place);
    }

    bool empty() const { return m_ranks.empty(); }

    std::uint32_t take(std::uint32_t& rank)
    {
        rank = m_ranks.top();
        RankBucket& bucket = bucketOf(rank);
        const std::uint32_t place = bucket.take();
        if (bucket.empty()) {
            m_ranks.pop();
        }
        return place;
    }

private:
    RankBucket& bucketOf(std::uint32_t rank)
    {
        if (rank != m_lastRank) {
            m_last = &m_buckets[rank];
            m_lastRank = rank;
        }
        return *m_last;
    }

    absl::node_hash_map<std::uint32_t, RankBucket> m_buckets;
    RankBucket* m_last = nullptr;
    std::uint32_t m_lastRank = BpeMerges::kNoRank;
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> m_ranks; // of buckets not empty
};

struct Link {
    std::int32_t symbol = -1; // -1: merged into the one before
    std::uint32_t previous = 0;
    std::uint32_t next = 0;
};

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
    const std::size_t left = count <= kShortPiece ? mergeShort(begin, count) : mergeLong(begin, count);
    symbols.resize(first + left);
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

std::size_t BpeMerges::mergeLong(std::int32_t* symbols, std::size_t count) const
{
    const auto size = static_cast<std::uint32_t>(count);
    std::vector<Link> links(count);
    RankQueue queue;
    std::uint64_t lastKey = UINT64_MAX; // long pieces are mostly runs, which ask for the same pair again
    const Merge* last = nullptr;
    const auto look = [&](std::int32_t left, std::int32_t right) -> const Merge& {
        if (const std::uint64_t key = keyOf(left, right); key != lastKey) {
            last = &find(left, right);
            lastKey = key;
        }
        return *last;
    };
    const auto offer = [&](std::uint32_t place) {
        const std::uint32_t next = links[place].next;
        if (next < size) {
            const Merge& merge = look(links[place].symbol, links[next].symbol);
            if (merge.rank != kNoRank) {
                queue.add(merge.rank, place);
            }
        }
    };
    for (std::uint32_t place = 0; place < size; ++place) {
        links[place] = {symbols[place], place - 1, place + 1};
    }
    for (std::uint32_t place = 0; place < size; ++place) {
        offer(place);
    }
    while (!queue.empty()) {
        std::uint32_t rank = 0;
        const std::uint32_t place = queue.take(rank);
        Link& link = links[place];
        if (link.symbol < 0 || link.next >= size) {
            continue;
        }
        const Merge merge = look(link.symbol, links[link.next].symbol);
        if (merge.rank != rank) {
            continue; // the pair that was here has been merged otherwise
        }
        links[link.next].symbol = -1;
        link.symbol = merge.merged;
        link.next = links[link.next].next;
        if (link.next < size) {
            links[link.next].previous = place;
        }
        if (place > 0) {
            offer(link.previous);
        }
        offer(place);
    }
    std::size_t left = 0;
    for (std::uint32_t place = 0; place < size; place = links[place].next) {
        symbols[left++] = links[place].symbol;
    }
    return left;
}

} // namespace firstlight::model
