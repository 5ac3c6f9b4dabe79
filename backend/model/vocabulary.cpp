#include "backend/model/vocabulary.h"

#include <algorithm>
#include <bit>

namespace firstlight::model {

namespace {

std::uint32_t tagOf(std::uint64_t hash)
{
    return static_cast<std::uint32_t>(hash >> 32);
}

} // namespace

void Vocabulary::add(std::string_view content, std::int32_t id)
{
    if (id >= size()) {
        m_entries.resize(static_cast<std::size_t>(id) + 1);
    }
    m_entries[static_cast<std::size_t>(id)] = {static_cast<std::uint32_t>(m_text.size()),
                                               static_cast<std::uint32_t>(content.size()), true};
    m_text += content;
    m_longest = std::max(m_longest, content.size());
}

void Vocabulary::finish()
{
    m_table.assign(std::bit_ceil(m_entries.size() + m_entries.size() / 2 + 2), Slot{});
    const std::size_t mask = m_table.size() - 1;
    for (std::int32_t id = 0; id < size(); ++id) {
        if (!has(id)) {
            continue;
        }
        const Entry& entry = m_entries[static_cast<std::size_t>(id)];
        const std::uint64_t hash = hashText(content(id));
        std::size_t slot = hash & mask;
        while (m_table[slot].id != kNone && contentOf(m_table[slot]) != content(id)) {
            slot = (slot + 1) & mask;
        }
        m_table[slot] = {id, tagOf(hash), entry.begin, entry.length};
    }
}

std::int32_t Vocabulary::find(std::string_view content, std::uint64_t hash) const
{
    if (content.size() > m_longest || m_table.empty()) {
        return kNone;
    }
    const std::size_t mask = m_table.size() - 1;
    const std::uint32_t tag = tagOf(hash);
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
        const Slot& entry = m_table[slot];
        if (entry.id == kNone || (entry.tag == tag && contentOf(entry) == content)) {
            return entry.id;
        }
    }
}

std::string_view Vocabulary::content(std::int32_t id) const
{
    if (!has(id)) {
        return {};
    }
    const Entry& entry = m_entries[static_cast<std::size_t>(id)];
    return std::string_view(m_text).substr(entry.begin, entry.length);
}

} // namespace firstlight::model
