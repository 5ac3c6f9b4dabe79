#include "backend/base/json.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace firstlight::base {
namespace {

using nlohmann::json;

absl::Status invalid(const std::string& name, const std::string& detail)
{
    return failure(reasons::kFileInvalid, absl::StatusCode::kInvalidArgument, {{"file", name}, {"detail", detail}});
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

// Follows the parser and remembers the first key that an object has twice.
class DuplicateFinder
{
public:
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
            }
        }
        return true;
    }

    const std::string& duplicate() const { return m_duplicate; }

private:
    std::vector<std::set<std::string>> m_keys;
    std::string m_duplicate; // quoted; empty: none
};

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
            return invalid(name, "an object has the key " + finder.duplicate() + " twice");
        }
        return document;
    } catch (const json::parse_error& error) {
        const auto line = std::count(text.begin(), text.begin() + std::min(error.byte, text.size()), '\n') + 1;
        return invalid(name, "not JSON at byte " + std::to_string(error.byte) + " (line " + std::to_string(line) + ")");
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
