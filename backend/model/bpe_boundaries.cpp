#include "backend/model/bpe_boundaries.h"

#include "backend/model/text_hash.h"
#include "backend/model/utf8.h"

namespace firstlight::model {

namespace {

CodePointRanges singleCharacters(const Vocabulary& tokens)
{
    CodePointRanges ranges;
    for (std::int32_t id = 0; id < tokens.size(); ++id) {
        const std::string_view content = tokens.content(id);
        if (!content.empty() && content.size() == utf8Length(static_cast<unsigned char>(content[0]))) {
            std::size_t at = 0;
            const char32_t code = nextCodePoint(content, at);
            ranges.push_back({code, code});
        }
    }
    return unite(ranges, {});
}

} // namespace

BpeBoundaries::BpeBoundaries(const Vocabulary& tokens, const std::vector<std::int32_t>& merged)
    : m_known(singleCharacters(tokens)), m_table(1024)
{
    for (const std::int32_t id : merged) {
        const std::string_view content = tokens.content(id);
        std::size_t at = 0;
        char32_t left = 0;
        while (at < content.size()) {
            const bool first = at == 0;
            const char32_t right = nextCodePoint(content, at);
            if (!first) {
                add(left, right);
            }
            left = right;
        }
    }
}

bool BpeBoundaries::isNeighbour(char32_t left, char32_t right) const
{
    if (left < 128 && right < 128) {
        return m_ascii[left * 128 + right];
    }
    const std::uint64_t key = keyOf(left, right);
    std::size_t slot = mixHash(key, key) & (m_table.size() - 1);
    while (m_table[slot] != 0 && m_table[slot] != key) {
        slot = (slot + 1) & (m_table.size() - 1);
    }
    return m_table[slot] == key;
}

void BpeBoundaries::add(char32_t left, char32_t right)
{
    if (left < 128 && right < 128) {
        m_ascii[left * 128 + right] = true;
        return;
    }
    const std::uint64_t key = keyOf(left, right);
    std::size_t slot = mixHash(key, key) & (m_table.size() - 1);
    while (m_table[slot] != 0 && m_table[slot] != key) {
        slot = (slot + 1) & (m_table.size() - 1);
    }
    if (m_table[slot] == 0) {
        m_table[slot] = key;
        if (++m_count * 2 > m_table.size()) {
            grow();
        }
    }
}

void BpeBoundaries::grow()
{
    std::vector<std::uint64_t> old(m_table.size() * 2);
    old.swap(m_table);
    for (const std::uint64_t key : old) {
        if (key == 0) {
            continue;
        }
        std::size_t slot = mixHash(key, key) & (m_table.size() - 1);
        while (m_table[slot] != 0) {
            slot = (slot + 1) & (m_table.size() - 1);
        }
        m_table[slot] = key;
    }
}

} // namespace firstlight::model
