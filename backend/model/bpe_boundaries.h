// Where a text can be cut before byte-pair encoding without changing its tokens: between two characters that stand side
// by side in no token, no merge ever reaches across. Immutable after construction, thread-safe.
#pragma once

#include "backend/model/code_point_set.h"
#include "backend/model/vocabulary.h"

#include <bitset>
#include <cstdint>
#include <vector>

namespace firstlight::model {

class BpeBoundaries
{
public:
    // `merged`: the tokens that merges make.
    BpeBoundaries(const Vocabulary& tokens, const std::vector<std::int32_t>& merged);

    // Both characters must be tokens themselves: those that are not may be joined to one unknown token.
    bool separates(char32_t left, char32_t right) const
    {
        return !isNeighbour(left, right) && m_known.contains(left) && m_known.contains(right);
    }

private:
    static std::uint64_t keyOf(char32_t left, char32_t right) { return std::uint64_t{left} << 32 | right; }
    bool isNeighbour(char32_t left, char32_t right) const;
    void add(char32_t left, char32_t right);
    void grow();

    CodePointSet m_known; // characters that are tokens
    std::bitset<128 * 128> m_ascii;
    std::vector<std::uint64_t> m_table; // open addressing, a power of two, at most half full; 0: free
    std::size_t m_count = 0;
};

} // namespace firstlight::model
