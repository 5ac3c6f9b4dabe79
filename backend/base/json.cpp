#include "backend/base/json.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <vector>

namespace firstlight::base {
namespace {

using nlohmann::json;

absl::Status invalid(const std::string& name, const std::string& detail)
{
    return failure(reasons::kFileInvalid, absl::StatusCode::kInvalidArgument, {{"file", name}, {"detail", detail}});
}

std::string lineText(std::string_view text, std::size_t place)
{
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(place, text.size()));
    return "line " + std::to_string(1 + std::count(text.begin(), end, '\n'));
}

// At a line: "line" is an argument of its own, for those who say more about the place.
absl::Status invalidAt(const std::string& name, const std::string& detail, const std::string& line)
{
    return failure(reasons::kFileInvalid, absl::StatusCode::kInvalidArgument,
                   {{"file", name}, {"detail", detail + " (" + line + ")"}, {"line", line}});
}

// What is wrong, where the parser's words are of use; else empty.
std::string_view syntaxHint(std::string_view message)
{
    const auto says = [&](std::string_view words) { return message.find(words) != std::string_view::npos; };
    if (says("unexpected end of input")) {
        return ", it ends too early";
    }
    if (says("expected object key") || says("object key - unexpected")) {
        return ", a key in double quotes is expected there";
    }
    if (says("; expected ':'")) {
        return ", a colon is missing before it";
    }
    if (says("expected '}'") || says("expected ']'")) {
        return ", a comma is missing before it, or a bracket that closes";
    }
    return {};
}

// Measured before parsing, so that no document can make the parser go deep.
int nestingDepth(std::string_view text)
{
    int depth = 0;
    int deepest = 0;
    bool inString = false;
    for (std::size_t index = 0; index < text.size(); ++index) {
        const char character = text[index];
        if (inString) {
            index += character == '\\' ? 1 : 0;
            inString = character != '"';
        } else if (character == '"') {
            inString = true;
        } else if (character == '{' || character == '[') {
            deepest = std::max(deepest, ++depth);
        } else if (character == '}' || character == ']') {
            --depth;
        }
    }
    return deepest;
}

// Text that counts how far the parser has come.
class CountedText
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountedText(const char* place, const char*& reached) : m_place(place), m_reached(&reached) {}
    reference operator*() const { return *m_place; }
    CountedText& operator++()
    {
        *m_reached = ++m_place;
        return *this;
    }
    bool operator==(const CountedText& other) const { return m_place == other.m_place; }

private:
    const char* m_place;
    const char** m_reached;
};

// Follows the parser and remembers the first key that an object has twice, and where the parser was.
class DuplicateFinder
{
public:
    explicit DuplicateFinder(const char* const* reached = nullptr) : m_reached(reached) {}

    bool operator()(int /*depth*/, json::parse_event_t event, json& parsed)
    {
        if (event == json::parse_event_t::object_start) {
            m_keys.emplace_back();
        } else if (event == json::parse_event_t::object_end) {
            m_keys.pop_back();
        } else if (event == json::parse_event_t::key) {
            const auto& key = parsed.get_ref<const std::string&>();
            if (!m_keys.back().insert(key).second && m_duplicate.empty()) {
                m_duplicate = "\"" + key + "\"";
                m_place = m_reached == nullptr ? nullptr : *m_reached;
            }
        }
        return true;
    }

    const std::string& duplicate() const { return m_duplicate; }
    const char* place() const { return m_place; }

private:
    std::vector<std::set<std::string>> m_keys;
    std::string m_duplicate; // quoted; empty: none
    const char* const* m_reached;
    const char* m_place = nullptr;
};

// Parsed again, for the line: the way that counts is slower.
absl::Status duplicateFailure(std::string_view text, const std::string& name)
{
    const char* reached = text.data();
    DuplicateFinder finder(&reached);
    const CountedText begin(text.data(), reached);
    const CountedText end(text.data() + text.size(), reached);
    [[maybe_unused]] const json again = json::parse(begin, end, std::ref(finder));
    return invalidAt(name, "an object has the key " + finder.duplicate() + " twice",
                     lineText(text, static_cast<std::size_t>(finder.place() - text.data())));
}

// What Python writes for numbers that JSON does not have becomes text: it does no harm where nobody asks for a number,
// and is named where somebody does.
std::string withQuotedNumbers(std::string_view text)
{
    constexpr std::array<std::string_view, 3> kNames{"-Infinity", "Infinity", "NaN"};
    std::string result;
    bool inString = false;
    for (std::size_t index = 0; index < text.size(); ++index) {
        const auto name = std::ranges::find_if(
            kNames, [&](std::string_view candidate) { return text.substr(index).starts_with(candidate); });
        if (!inString && name != kNames.end()) {
            result += '"' + std::string(*name) + '"';
            index += name->size() - 1;
            continue;
        }
        const char character = text[index];
        result += character;
        if (inString && character == '\\' && index + 1 < text.size()) {
            result += text[++index];
        } else if (character == '"') {
            inString = !inString;
        }
    }
    return result;
}

bool mayHaveOddNumbers(std::string_view text)
{
    return text.find("Infinity") != std::string_view::npos || text.find("NaN") != std::string_view::npos;
}

absl::StatusOr<json> parseDocument(std::string_view text, const std::string& name)
{
    DuplicateFinder finder;
    try {
        json document = json::parse(text.begin(), text.end(), std::ref(finder));
        if (!finder.duplicate().empty()) {
            return duplicateFailure(text, name);
        }
        return document;
    } catch (const json::parse_error& error) {
        return invalidAt(name, "not JSON at byte " + std::to_string(error.byte) + std::string(syntaxHint(error.what())),
                         lineText(text, error.byte));
    } catch (const json::out_of_range&) {
        return invalid(name, "a number in it is too large");
    } catch (const json::exception& error) {
        return invalid(name, error.what());
    }
}

} // namespace

absl::StatusOr<json> parseJson(std::string_view text, const std::string& name, const JsonLimits& limits)
{
    if (static_cast<std::int64_t>(text.size()) > limits.maxBytes) {
        return invalid(name, "it is larger than " + std::to_string(limits.maxBytes) + " bytes");
    }
    if (nestingDepth(text) > limits.maxDepth) {
        return invalid(name, "it is nested deeper than " + std::to_string(limits.maxDepth) + " levels");
    }
    return mayHaveOddNumbers(text) ? parseDocument(withQuotedNumbers(text), name) : parseDocument(text, name);
}

absl::StatusOr<json> readJsonFile(const std::string& path, const JsonLimits& limits)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string text, readFile(path, limits.maxBytes));
    return parseJson(text, path, limits);
}

} // namespace firstlight::base
