// The tokens of a vocabulary by id and by content. Immutable after finish(); then thread-safe.
#pragma once

#include "backend/model/text_hash.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

inline constexpr std::int32_t kMaxTokenId = (1 << 22) - 1;

class Vocabulary
{
public:
    static constexpr std::int32_t kNone = -1;

    // Ids may come in any order and leave gaps, 0 <= id <= kMaxTokenId. Of two entries with one id the later counts.
    void add(std::string_view content, std::int32_t id);
    void finish();

    std::int32_t find(std::string_view content) const { return find(content, hashText(content)); }
    std::int32_t find(std::string_view content, std::uint64_t hash) const; // `hash`: hashText(content)
    bool has(std::int32_t id) const { return id >= 0 && id < size() && m_entries[static_cast<std::size_t>(id)].used; }
    std::string_view content(std::int32_t id) const;                                  // "" for an id without token
    std::int32_t size() const { return static_cast<std::int32_t>(m_entries.size()); } // highest id + 1

private:
    struct Entry {
        std::uint32_t begin = 0;
        std::uint32_t length = 0;
        bool used = false;
    };

    // What a look-up needs side by side: it is mostly waiting for memory.
    struct Slot {
        std::int32_t id = kNone;
        std::uint32_t tag = 0; // of the content's hash
        std::uint32_t begin = 0;
        std::uint32_t length = 0;
    };

    std::string_view contentOf(const Slot& slot) const { return {m_text.data() + slot.begin, slot.length}; }

    std::string m_text;
    std::vector<Entry> m_entries;
    std::vector<Slot> m_table; // open addressing, a power of two, at most two thirds full
    std::size_t m_longest = 0;
};

} // namespace firstlight::model
