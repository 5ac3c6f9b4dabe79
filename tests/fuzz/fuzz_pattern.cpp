// Feeds any pattern, and any text to search, to the engines for the regular expressions of tokenizer files. Input: the
// pattern, a line end, the text. Where both engines know a pattern, their matches must be the same.
#include "backend/base/text.h"
#include "backend/model/onig_regex.h"
#include "backend/model/pattern_program.h"
#include "backend/model/pattern_syntax.h"
#include "backend/model/text_pattern.h"
#include "backend/model/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

using namespace firstlight::model;

namespace {

constexpr std::size_t kLongestPattern = 200;
constexpr std::size_t kLongestText = 16; // short enough that neither engine gives up

using Spans = std::vector<std::pair<TextSpan, bool>>;

Spans spansOf(const TextPattern& pattern, std::string_view text)
{
    Spans spans;
    forEachSpan(pattern, text, [&](TextSpan span, bool isMatch) {
        if (span.begin > span.end || span.end > text.size()) {
            std::abort();
        }
        spans.emplace_back(span, isMatch);
    });
    return spans;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string pattern(input.substr(0, std::min(end, kLongestPattern)));
    const std::string_view rest = input.substr(std::min(end + 1, input.size()));
    const std::string text = firstlight::base::validText(rest.substr(0, kLongestText));
    const auto tree = parsePattern(pattern);
    const auto program = tree ? PatternProgram::compile(*tree) : nullptr;
    if (program == nullptr) {
        return 0;
    }
    const Spans ours = spansOf(*program, text);
    initializeOniguruma();
    const auto theirs = makeOnigPattern(pattern);
    if (!theirs.ok() || ours != spansOf(**theirs, text)) {
        std::abort();
    }
    return 0;
}
