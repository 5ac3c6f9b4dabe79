// The merges of a byte-pair encoding, and the merging of one piece by them: the pair of lowest rank first, the leftmost
// of those. Immutable after construction, thread-safe. Time grows about linearly with the piece, whatever it is.
#pragma once

#include <cstdint>
#include <vector>

namespace firstlight::model {

class BpeMerges
{
public:
    static constexpr std::uint32_t kNoRank = UINT32_MAX;

    struct Merge {
        std::uint64_t key = UINT64_MAX;
        std::uint32_t rank = kNoRank;
        std::int32_t merged = -1;
    };
    static std::uint64_t keyOf(std::int32_t left, std::int32_t right)
    {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 | static_cast<std::uint32_t>(right);
    }

    explicit BpeMerges(std::size_t count);

    // At most as many as announced. For a pair that is there already the later rank and id count.
    void add(std::int32_t left, std::int32_t right, std::int32_t merged, std::uint32_t rank);

    // Merges `symbols` in place until no pair is left to merge.
    void apply(std::vector<std::int32_t>& symbols) const { applyFrom(symbols, 0); }
    // The same for the symbols from `first` on; those before are left as they are.
    void applyFrom(std::vector<std::int32_t>& symbols, std::size_t first) const;

    // What the pair becomes; rank kNoRank: nothing.
    const Merge& find(std::int32_t left, std::int32_t right) const;

private:
    std::size_t mergeShort(std::int32_t* symbols, std::size_t count) const;

    std::vector<Merge> m_table; // open addressing, a power of two, at most half full
    std::vector<std::uint64_t>
        m_maybe; // bits by hash: most pairs never merge, and this is small enough to stay in caches
};

} // namespace firstlight::model
