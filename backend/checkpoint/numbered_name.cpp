#include "backend/checkpoint/numbered_name.h"

#include <charconv>

namespace firstlight::checkpoint {
namespace {

constexpr int kMostParts = 100'000;

std::optional<int> wholeNumber(std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool valid = error == std::errc() && end == text.data() + text.size() && value >= 0;
    return valid ? std::optional(value) : std::nullopt;
}

} // namespace

std::string NumberedName::withNumber(int part) const
{
    std::string text = std::to_string(part);
    text.insert(0, digits > text.size() ? digits - text.size() : 0, '0');
    return stem + "-" + text + "-of-" + count + suffix;
}

std::optional<NumberedName> numberedName(std::string_view name, std::string_view suffix)
{
    if (!name.ends_with(suffix)) {
        return std::nullopt;
    }
    name.remove_suffix(suffix.size());
    const auto of = name.rfind("-of-");
    const auto dash = of == std::string_view::npos || of == 0 ? std::string_view::npos : name.rfind('-', of - 1);
    if (dash == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view digits = name.substr(dash + 1, of - dash - 1);
    const std::string_view count = name.substr(of + 4);
    const auto number = wholeNumber(digits);
    const auto total = wholeNumber(count);
    if (!number || !total || *total > kMostParts) {
        return std::nullopt;
    }
    return NumberedName{
        std::string(name.substr(0, dash)), std::string(count), std::string(suffix), *number, *total, digits.size()};
}

} // namespace firstlight::checkpoint
