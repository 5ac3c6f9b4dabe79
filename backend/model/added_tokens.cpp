#include "backend/model/added_tokens.h"

#include "backend/model/utf8.h"

#include <algorithm>

namespace firstlight::model {

void AddedTokenMatcher::add(const AddedToken& token, std::string_view content)
{
    if (content.empty()) {
        return;
    }
    std::int32_t node = 0;
    for (const char c : content) {
        const auto byte = static_cast<unsigned char>(c);
        auto& children = m_nodes[static_cast<std::size_t>(node)].children;
        const auto found =
            std::find_if(children.begin(), children.end(), [byte](const auto& child) { return child.first == byte; });
        if (found != children.end()) {
            node = found->second;
            continue;
        }
        const auto next = static_cast<std::int32_t>(m_nodes.size());
        children.emplace_back(byte, next);
        if (node == 0) {
            m_roots[byte] = next;
        }
        m_nodes.emplace_back();
        node = next;
    }
    if (m_nodes[static_cast<std::size_t>(node)].token < 0) {
        m_nodes[static_cast<std::size_t>(node)].token = static_cast<std::int32_t>(m_tokens.size());
        m_tokens.push_back(token);
    }
}

AddedTokenMatcher::Match AddedTokenMatcher::longestAt(std::string_view text, std::size_t at, std::size_t limit) const
{
    Match longest;
    std::int32_t node = m_roots[static_cast<unsigned char>(text[at])];
    while (node >= 0) {
        ++at;
        const Node& current = m_nodes[static_cast<std::size_t>(node)];
        if (current.token >= 0) {
            longest = {current.token, at};
        }
        if (at >= limit) {
            break;
        }
        const auto byte = static_cast<unsigned char>(text[at]);
        const auto child = std::find_if(current.children.begin(), current.children.end(),
                                        [byte](const auto& candidate) { return candidate.first == byte; });
        node = child != current.children.end() ? child->second : -1;
    }
    return longest;
}

bool AddedTokenMatcher::isSingleWord(std::string_view text, TextSpan span) const
{
    if (span.begin > 0) {
        std::size_t before = previousCharacter(text, span.begin);
        if (m_word.contains(nextCodePoint(text, before))) {
            return false;
        }
    }
    std::size_t behind = span.end;
    return behind == text.size() || !m_word.contains(nextCodePoint(text, behind));
}

TextSpan AddedTokenMatcher::withWhitespace(const AddedToken& token, std::string_view text, TextSpan span,
                                           std::size_t from) const
{
    if (token.leftStrip) {
        span.begin = std::max(span.begin, from); // whitespace that the token before has taken is gone
    }
    while (token.leftStrip && span.begin > from) {
        const std::size_t before = previousCharacter(text, span.begin);
        std::size_t at = before;
        if (!m_space.contains(nextCodePoint(text, at))) {
            break;
        }
        span.begin = before;
    }
    while (token.rightStrip && span.end < text.size()) {
        std::size_t at = span.end;
        if (!m_space.contains(nextCodePoint(text, at))) {
            break;
        }
        span.end = at;
    }
    return span;
}

std::vector<TextSegment> AddedTokenMatcher::split(std::string_view text, bool skipSpecial,
                                                  std::span<const TextSpan> literals) const
{
    std::vector<TextSegment> segments;
    std::size_t covered = 0;
    std::size_t literal = 0; // the first one that does not lie before `at`
    for (std::size_t at = 0; at < text.size() && !empty();) {
        if (m_roots[static_cast<unsigned char>(text[at])] < 0) {
            ++at;
            continue;
        }
        while (literal < literals.size() && literals[literal].end <= at) {
            ++literal;
        }
        if (literal < literals.size() && literals[literal].begin <= at) {
            at = literals[literal].end; // inside
            continue;
        }
        const std::size_t limit = literal < literals.size() ? literals[literal].begin : text.size();
        const Match match = longestAt(text, at, limit);
        if (match.token < 0) {
            ++at;
            continue;
        }
        const AddedToken& token = m_tokens[static_cast<std::size_t>(match.token)];
        TextSpan span{at, match.end};
        at = match.end;
        if ((skipSpecial && token.special) || (token.singleWord && !isSingleWord(text, span))) {
            continue;
        }
        span = withWhitespace(token, text, span, covered);
        if (span.begin >= span.end) {
            continue;
        }
        if (covered < span.begin) {
            segments.push_back({{covered, span.begin}, -1});
        }
        segments.push_back({span, token.id});
        covered = span.end;
    }
    if (covered < text.size()) {
        segments.push_back({{covered, text.size()}, -1});
    }
    return segments;
}

} // namespace firstlight::model
