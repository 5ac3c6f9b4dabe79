#include "backend/model/onig_regex.h"

#include "backend/model/younger_characters.h"

#include <absl/strings/str_replace.h>
#include <oniguruma.h>

#include <algorithm>
#include <mutex>
#include <vector>

namespace firstlight::model {

namespace {

constexpr unsigned long kMostRetries = 50'000'000; // of one search, from all places: less than a second

const OnigUChar* bytes(std::string_view text)
{
    return reinterpret_cast<const OnigUChar*>(text.data());
}

class OnigPattern final : public TextPattern
{
public:
    explicit OnigPattern(regex_t* regex) : m_regex(regex) {}
    ~OnigPattern() override { onig_free(m_regex); }
    OnigPattern(const OnigPattern&) = delete;
    OnigPattern& operator=(const OnigPattern&) = delete;

    // A search that runs into the library's limits (hostile patterns) finds nothing.
    std::optional<TextSpan> find(std::string_view text, std::size_t from) const override
    {
        OnigRegion* region = onig_region_new();
        const OnigUChar* begin = bytes(text);
        const int at = onig_search(m_regex, begin, begin + text.size(), begin + from, begin + text.size(), region,
                                   ONIG_OPTION_NONE);
        std::optional<TextSpan> span;
        if (at >= 0) {
            span = TextSpan{static_cast<std::size_t>(region->beg[0]), static_cast<std::size_t>(region->end[0])};
        }
        onig_region_free(region, 1);
        return span;
    }

private:
    regex_t* m_regex;
};

// As many as the library takes; the tables must live as long as it does.
void defineProperties()
{
    static std::vector<std::vector<OnigCodePoint>> tables;
    for (const char* name : {"L",  "M",  "N",  "S",  "P",  "C",  "Lu", "Ll", "Lm", "Lo",
                             "Mn", "Mc", "Nd", "No", "Po", "Pd", "So", "Sm", "Cf", "Han"}) {
        const CodePointRanges ranges = withYoungerCharacters(installedPropertyRanges(name).value_or(CodePointRanges{}));
        std::vector<OnigCodePoint>& table = tables.emplace_back();
        table.push_back(static_cast<OnigCodePoint>(ranges.size()));
        for (const CodePointRange& range : ranges) {
            table.push_back(range.first);
            table.push_back(range.last);
        }
        onig_unicode_define_user_property(name, table.data());
    }
}

// "[:punct:]" has all symbols, too, in newer versions of the library, such as the reference's.
std::string withSymbols(const std::string& pattern)
{
    return absl::StrReplaceAll(pattern, {{"[:punct:]", R"(\p{P}\p{S})"}});
}

} // namespace

void initializeOniguruma()
{
    static std::once_flag once;
    std::call_once(once, [] {
        OnigEncoding encodings[] = {ONIG_ENCODING_UTF8};
        onig_initialize(encodings, 1);
        onig_set_retry_limit_in_search(kMostRetries);
        defineProperties();
    });
}

std::optional<CodePointRanges> installedPropertyRanges(std::string_view name)
{
    auto* begin = reinterpret_cast<OnigUChar*>(const_cast<char*>(name.data()));
    const int type = ONIG_ENCODING_UTF8->property_name_to_ctype(ONIG_ENCODING_UTF8, begin, begin + name.size());
    OnigCodePoint singleByteEnd = 0;
    const OnigCodePoint* table = nullptr; // count, then first and last of each range
    if (type < 0 ||
        ONIG_ENCODING_UTF8->get_ctype_code_range(static_cast<OnigCtype>(type), &singleByteEnd, &table) != 0) {
        return std::nullopt;
    }
    CodePointRanges ranges;
    for (OnigCodePoint i = 0; i < table[0]; ++i) {
        ranges.push_back({table[1 + 2 * i], std::min<OnigCodePoint>(table[2 + 2 * i], kMaxCodePoint)});
    }
    return ranges;
}

absl::StatusOr<std::unique_ptr<TextPattern>> makeOnigPattern(const std::string& written)
{
    initializeOniguruma();
    const std::string pattern = withSymbols(written);
    regex_t* regex = nullptr;
    OnigErrorInfo error;
    const int result = onig_new(&regex, bytes(pattern), bytes(pattern) + pattern.size(), ONIG_OPTION_NONE,
                                ONIG_ENCODING_UTF8, ONIG_SYNTAX_DEFAULT, &error);
    if (result != ONIG_NORMAL) {
        OnigUChar message[ONIG_MAX_ERROR_MESSAGE_LEN];
        onig_error_code_to_str(message, result, &error);
        return absl::InvalidArgumentError(reinterpret_cast<const char*>(message));
    }
    return std::make_unique<OnigPattern>(regex);
}

} // namespace firstlight::model
