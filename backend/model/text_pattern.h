// What a pattern of a tokenizer file finds in a text: the seam between the pieces that need matches and the engines
// that find them. Implementations are immutable after construction and thread-safe.
#pragma once

#include "backend/model/text_span.h"
#include "backend/model/utf8.h"

#include <absl/status/statusor.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace firstlight::model {

class TextPattern
{
public:
    virtual ~TextPattern() = default;

    // The first match of `text` (valid UTF-8) that begins at or behind `from`; matches may be empty.
    virtual std::optional<TextSpan> find(std::string_view text, std::size_t from) const = 0;
};

// A fixed string, found as it is.
std::unique_ptr<TextPattern> makeLiteralPattern(std::string literal);

// A regular expression in Oniguruma's syntax. Those of the usual kind run on an engine made for them, with the same
// matches; all others on Oniguruma itself. An error says what is wrong with the pattern.
absl::StatusOr<std::unique_ptr<TextPattern>> makeRegexPattern(const std::string& pattern);

// Calls visit(TextSpan, isMatch) for all of `text` in order: matches, and what lies between them. An empty match
// directly behind another match does not count.
template <typename Visit>
void forEachSpan(const TextPattern& pattern, std::string_view text, Visit visit)
{
    std::size_t covered = 0; // up to here everything has been visited
    std::size_t from = 0;
    bool matched = false; // a match ended at `from`
    while (from <= text.size()) {
        const std::optional<TextSpan> match = pattern.find(text, from);
        if (!match) {
            break;
        }
        if (match->begin == match->end && matched && match->end == covered) {
            from += from < text.size() ? utf8Length(static_cast<unsigned char>(text[from])) : 1;
            matched = false;
            continue;
        }
        if (match->begin > covered) {
            visit(TextSpan{covered, match->begin}, false);
        }
        visit(*match, true);
        covered = from = match->end;
        matched = true;
    }
    if (covered < text.size()) {
        visit(TextSpan{covered, text.size()}, false);
    }
}

} // namespace firstlight::model
