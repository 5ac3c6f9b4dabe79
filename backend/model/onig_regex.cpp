#include "backend/model/onig_regex.h"

#include <oniguruma.h>

#include <mutex>

namespace firstlight::model {

namespace {

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

} // namespace

void initializeOniguruma()
{
    static std::once_flag once;
    std::call_once(once, [] {
        OnigEncoding encodings[] = {ONIG_ENCODING_UTF8};
        onig_initialize(encodings, 1);
    });
}

absl::StatusOr<std::unique_ptr<TextPattern>> makeOnigPattern(const std::string& pattern)
{
    initializeOniguruma();
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
