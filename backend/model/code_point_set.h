// Sets of Unicode code points: ranges to calculate with, and a table for fast membership tests.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace firstlight::model {

inline constexpr char32_t kMaxCodePoint = 0x10FFFF;

struct CodePointRange {
    char32_t first = 0;
    char32_t last = 0; // included
};

// Ascending, apart from each other.
using CodePointRanges = std::vector<CodePointRange>;

// A Unicode property as the reference's Oniguruma knows it ("L", "Lu", "Han", "Space", ...); nullopt: no such property.
std::optional<CodePointRanges> propertyRanges(std::string_view name);

CodePointRanges unite(const CodePointRanges& a, const CodePointRanges& b); // a and b may be in any order inside
CodePointRanges invert(const CodePointRanges& ranges);
CodePointRanges intersect(const CodePointRanges& a, const CodePointRanges& b);
bool containsCodePoint(const CodePointRanges& ranges, char32_t code);

class CodePointSet
{
public:
    explicit CodePointSet(const CodePointRanges& ranges);

    bool contains(char32_t code) const { return code < 128 ? m_ascii[code] : containsWide(code); }
    bool containsAscii(unsigned char code) const { return m_ascii[code]; }

private:
    using Page = std::array<std::uint64_t, 4>; // 256 code points

    bool containsWide(char32_t code) const
    {
        return (m_pages[m_pageOf[code >> 8]][(code & 0xFF) >> 6] >> (code & 0x3F) & 1U) != 0;
    }

    std::array<bool, 128> m_ascii{};
    std::vector<std::uint16_t> m_pageOf; // by code point / 256
    std::vector<Page> m_pages;
};

} // namespace firstlight::model
