#include "backend/model/unicode_normal_form.h"

#include "backend/model/code_point_set.h"
#include "backend/model/reference_unicode.h"
#include "backend/model/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace firstlight::model {

namespace {

int optionsOf(NormalForm form)
{
    switch (form) {
    case NormalForm::kNfc:
        return UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    case NormalForm::kNfd:
        return UTF8PROC_STABLE | UTF8PROC_DECOMPOSE;
    case NormalForm::kNfkc:
        return UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT;
    case NormalForm::kNfkd:
        return UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT;
    }
    return 0;
}

bool changesAlone(char32_t code, int options)
{
    std::array<utf8proc_int32_t, 32> decomposed{};
    int boundClass = UTF8PROC_BOUNDCLASS_START;
    const utf8proc_ssize_t count =
        utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code), decomposed.data(), decomposed.size(),
                                static_cast<utf8proc_option_t>(options), &boundClass);
    if ((options & UTF8PROC_COMPOSE) == 0 || count < 1) {
        return count != 1 || decomposed[0] != static_cast<utf8proc_int32_t>(code);
    }
    const utf8proc_ssize_t composed =
        utf8proc_normalize_utf32(decomposed.data(), count, static_cast<utf8proc_option_t>(options));
    return composed != 1 || decomposed[0] != static_cast<utf8proc_int32_t>(code);
}

bool isHangulPart(char32_t code)
{
    return code >= 0x1100 && code <= 0x11FF;
}

// Characters that may change a text's form, by themselves or together with the one before them.
CodePointRanges sensitiveRanges(NormalForm form)
{
    const int options = optionsOf(form);
    const CodePointSet known(knownInUnicode9());
    CodePointRanges ranges;
    for (char32_t code = 0x80; code <= kMaxCodePoint; ++code) {
        const utf8proc_property_t* property = utf8proc_get_property(static_cast<utf8proc_int32_t>(code));
        // comb_index >= 0x8000 marks the second character of a composition
        const bool composes = property->comb_index != UINT16_MAX && (property->comb_index & 0x8000) != 0;
        if (!known.contains(code) || property->category == UTF8PROC_CATEGORY_CO) {
            continue;
        }
        if (property->combining_class != 0 || composes || isHangulPart(code) || changesAlone(code, options)) {
            if (!ranges.empty() && ranges.back().last + 1 == code) {
                ranges.back().last = code;
            } else {
                ranges.push_back({code, code});
            }
        }
    }
    return ranges;
}

const CodePointSet& sensitiveSet(NormalForm form)
{
    switch (form) {
    case NormalForm::kNfc: {
        static const CodePointSet set(sensitiveRanges(NormalForm::kNfc));
        return set;
    }
    case NormalForm::kNfd: {
        static const CodePointSet set(sensitiveRanges(NormalForm::kNfd));
        return set;
    }
    case NormalForm::kNfkc: {
        static const CodePointSet set(sensitiveRanges(NormalForm::kNfkc));
        return set;
    }
    case NormalForm::kNfkd:
        break;
    }
    static const CodePointSet set(sensitiveRanges(NormalForm::kNfkd));
    return set;
}

bool hasSensitive(NormalForm form, std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) {
        ++at;
    }
    if (at == text.size()) {
        return false;
    }
    const CodePointSet& set = sensitiveSet(form);
    while (at < text.size()) {
        if (set.contains(nextCodePoint(text, at))) {
            return true;
        }
    }
    return false;
}

int combiningClass(char32_t code)
{
    return utf8proc_get_property(static_cast<utf8proc_int32_t>(code))->combining_class;
}

// The library's own ordering of marks takes time that grows with the square of their number; what is in order already
// costs it nothing. Canonically equivalent to `text`; empty where no run is long.
std::string withLongRunsInOrder(std::string_view text)
{
    constexpr std::size_t kLongRun = 30;
    std::string ordered;
    std::vector<char32_t> run;
    std::size_t copied = 0;
    for (std::size_t at = 0, start = 0; at < text.size();) {
        const std::size_t character = at;
        const char32_t code = nextCodePoint(text, at);
        const bool isMark = code >= 0x300 && combiningClass(code) != 0;
        if (isMark) {
            start = run.empty() ? character : start;
            run.push_back(code);
        }
        if (!isMark || at == text.size()) {
            if (run.size() > kLongRun) {
                std::stable_sort(run.begin(), run.end(),
                                 [](char32_t a, char32_t b) { return combiningClass(a) < combiningClass(b); });
                ordered += text.substr(copied, start - copied);
                for (const char32_t mark : run) {
                    appendUtf8(ordered, mark);
                }
                copied = isMark ? at : character;
            }
            run.clear();
        }
    }
    return ordered.empty() ? ordered : ordered.append(text.substr(copied));
}

// False: no memory for it.
bool appendNormalForm(NormalForm form, std::string_view given, std::string& out)
{
    const std::string ordered = withLongRunsInOrder(given);
    const std::string_view text = ordered.empty() ? given : std::string_view(ordered);
    utf8proc_uint8_t* mapped = nullptr;
    const utf8proc_ssize_t size =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                     &mapped, static_cast<utf8proc_option_t>(optionsOf(form)));
    if (size < 0) {
        return false;
    }
    out.append(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size));
    std::free(mapped);
    return true;
}

} // namespace

// Characters that are younger than the reference's tables stay as they are, and what stands beside them does not see
// them.
bool toNormalForm(NormalForm form, std::string_view text, std::string& out)
{
    if (!hasSensitive(form, text)) {
        return false;
    }
    static const CodePointSet known(knownInUnicode9());
    out.clear();
    std::size_t begin = 0;
    std::size_t at = 0;
    const auto appendKnown = [&](std::size_t end) {
        return begin == end || appendNormalForm(form, text.substr(begin, end - begin), out);
    };
    while (at < text.size()) {
        const std::size_t character = at;
        if (known.contains(nextCodePoint(text, at))) {
            continue;
        }
        if (!appendKnown(character)) {
            return false;
        }
        out += text.substr(character, at - character);
        begin = at;
    }
    return appendKnown(at);
}

} // namespace firstlight::model
