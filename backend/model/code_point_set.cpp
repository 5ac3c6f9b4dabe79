#include "backend/model/code_point_set.h"

#include "backend/model/onig_regex.h"
#include "backend/model/younger_characters.h"

#include <algorithm>
#include <map>

namespace firstlight::model {

std::optional<CodePointRanges> propertyRanges(std::string_view name)
{
    initializeOniguruma();
    const std::optional<CodePointRanges> installed = installedPropertyRanges(name);
    return installed ? std::optional(withYoungerCharacters(*installed)) : std::nullopt;
}

CodePointRanges unite(const CodePointRanges& a, const CodePointRanges& b)
{
    CodePointRanges all = a;
    all.insert(all.end(), b.begin(), b.end());
    std::sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    CodePointRanges joined;
    for (const CodePointRange& range : all) {
        if (!joined.empty() && range.first <= joined.back().last + 1) {
            joined.back().last = std::max(joined.back().last, range.last);
        } else {
            joined.push_back(range);
        }
    }
    return joined;
}

CodePointRanges invert(const CodePointRanges& ranges)
{
    CodePointRanges gaps;
    char32_t next = 0;
    for (const CodePointRange& range : ranges) {
        if (range.first > next) {
            gaps.push_back({next, range.first - 1});
        }
        next = range.last + 1;
    }
    if (next <= kMaxCodePoint) {
        gaps.push_back({next, kMaxCodePoint});
    }
    return gaps;
}

CodePointRanges intersect(const CodePointRanges& a, const CodePointRanges& b)
{
    return invert(unite(invert(a), invert(b)));
}

bool containsCodePoint(const CodePointRanges& ranges, char32_t code)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [code](const CodePointRange& range) { return range.first <= code && code <= range.last; });
}

CodePointSet::CodePointSet(const CodePointRanges& ranges)
{
    std::vector<Page> flat((kMaxCodePoint + 1) >> 8);
    for (const CodePointRange& range : ranges) {
        for (char32_t code = range.first; code <= range.last; ++code) {
            std::uint64_t& word = flat[code >> 8][(code & 0xFF) >> 6];
            if ((code & 0x3F) == 0 && code + 63 <= range.last) {
                word = ~std::uint64_t{0};
                code += 63;
            } else {
                word |= std::uint64_t{1} << (code & 0x3F);
            }
        }
    }
    for (char32_t code = 0; code < 128; ++code) {
        m_ascii[code] = (flat[0][code >> 6] >> (code & 0x3F) & 1U) != 0;
    }
    std::map<Page, std::uint16_t> known;
    m_pageOf.reserve(flat.size());
    for (const Page& page : flat) {
        const auto [found, isNew] = known.try_emplace(page, static_cast<std::uint16_t>(m_pages.size()));
        if (isNew) {
            m_pages.push_back(page);
        }
        m_pageOf.push_back(found->second);
    }
}

} // namespace firstlight::model
