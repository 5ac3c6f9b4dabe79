// Tokens that are recognised in a text before anything else looks at it. Immutable after finish(); then thread-safe.
#pragma once

#include "backend/model/code_point_set.h"
#include "backend/model/text_span.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace firstlight::model {

struct AddedToken {
    std::int32_t id = -1;
    std::string content;
    bool singleWord = false;
    bool leftStrip = false;  // takes the whitespace before it
    bool rightStrip = false; // takes the whitespace behind it
    bool normalized = false; // found in the normalized text, in its own normalized form
    bool special = false;
};

// A part of a text: a token, or text between tokens (id -1).
struct TextSegment {
    TextSpan span;
    std::int32_t id = -1;
};

// Finds a set of tokens in a text: from the left, the longest first.
class AddedTokenMatcher
{
public:
    // `content`: what is looked for, which may differ from the token's own content.
    void add(const AddedToken& token, std::string_view content);
    bool empty() const { return m_tokens.empty(); }

    // Segments of `text` (valid UTF-8) in order; text segments are not empty. No token touches one of `literals`
    // (ascending), and with `skipSpecial` special tokens stay text.
    std::vector<TextSegment> split(std::string_view text, bool skipSpecial, std::span<const TextSpan> literals) const;

private:
    struct Node {
        std::int32_t token = -1; // index of the token that ends here
        std::vector<std::pair<unsigned char, std::int32_t>> children;
    };
    struct Match {
        std::int32_t token = -1;
        std::size_t end = 0;
    };

    Match longestAt(std::string_view text, std::size_t at, std::size_t limit) const;
    bool isSingleWord(std::string_view text, TextSpan span) const;
    TextSpan withWhitespace(const AddedToken& token, std::string_view text, TextSpan span, std::size_t from) const;

    std::vector<AddedToken> m_tokens;
    std::vector<Node> m_nodes{Node{}};
    std::array<std::int32_t, 256> m_roots = [] {
        std::array<std::int32_t, 256> none{};
        none.fill(-1);
        return none;
    }();
    CodePointSet m_word{unite(propertyRanges("Word").value_or(CodePointRanges{}), {{0x200C, 0x200D}})}; // with joiners
    CodePointSet m_space{propertyRanges("Space").value_or(CodePointRanges{})};
};

} // namespace firstlight::model
