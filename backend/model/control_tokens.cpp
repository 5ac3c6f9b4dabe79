#include "backend/model/control_tokens.h"

#include "backend/base/text.h"
#include "backend/model/utf8.h"

#include <absl/strings/ascii.h>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace firstlight::model {

namespace {

// Two code points that no text may contain.
constexpr std::string_view kBegin = "\xF4\x8F\xBF\xBE"; // U+10FFFE
constexpr std::string_view kEnd = "\xF4\x8F\xBF\xBF";   // U+10FFFF

std::string withoutMarks(std::string_view text)
{
    std::string clean = isValidUtf8(text) ? std::string(text) : base::validText(text);
    for (const std::string_view mark : {kBegin, kEnd}) {
        for (std::size_t at = clean.find(mark); at != std::string::npos; at = clean.find(mark, at)) {
            clean.erase(at, mark.size());
        }
    }
    return clean;
}

bool isBlank(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), absl::ascii_isspace);
}

} // namespace

ControlTokens::ControlTokens(const std::vector<std::string>& tokens) : m_tokens(tokens)
{
    std::erase_if(m_tokens, isBlank);
    std::int32_t id = 0;
    for (const std::string& token : m_tokens) {
        m_matcher.add({id++, token}, token);
    }
}

std::string ControlTokens::mark(std::string_view text) const
{
    const std::string clean = withoutMarks(text);
    std::string marked(beginsInside(clean) ? kBegin : std::string_view());
    for (const TextSegment& segment : m_matcher.split(clean, false, {})) {
        const std::string_view part =
            std::string_view(clean).substr(segment.span.begin, segment.span.end - segment.span.begin);
        if (segment.id >= 0) {
            marked.append(kBegin).append(part).append(kEnd);
        } else {
            marked += part;
        }
    }
    return endsInside(clean) ? marked.append(kEnd) : marked;
}

// Whether the last characters of `text` begin a control token without ending it.
bool ControlTokens::endsInside(std::string_view text) const
{
    return std::any_of(m_tokens.begin(), m_tokens.end(), [text](std::string_view token) {
        for (std::size_t size = 1; size < token.size() && size <= text.size(); ++size) {
            if (text.ends_with(token.substr(0, size)) && !isBlank(token.substr(0, size))) {
                return true;
            }
        }
        return false;
    });
}

bool ControlTokens::beginsInside(std::string_view text) const
{
    return std::any_of(m_tokens.begin(), m_tokens.end(), [text](std::string_view token) {
        for (std::size_t size = 1; size < token.size() && size <= text.size(); ++size) {
            if (text.starts_with(token.substr(token.size() - size)) && !isBlank(token.substr(token.size() - size))) {
                return true;
            }
        }
        return false;
    });
}

void ControlTokens::markAll(nlohmann::ordered_json& json) const
{
    if (json.is_string()) {
        json = mark(json.get_ref<const std::string&>());
    } else if (json.is_structured()) {
        for (nlohmann::ordered_json& element : json) {
            markAll(element);
        }
    }
}

// Length of the control token that `text` begins with, if a mark ends it.
std::size_t ControlTokens::markedTokenAt(std::string_view text) const
{
    const std::size_t end = text.find(kEnd);
    const bool isToken = end != std::string_view::npos &&
                         std::find(m_tokens.begin(), m_tokens.end(), text.substr(0, end)) != m_tokens.end();
    return isToken ? end : 0;
}

RenderedPrompt ControlTokens::unmark(std::string_view rendered) const
{
    RenderedPrompt prompt;
    while (!rendered.empty()) {
        const std::size_t at = std::min(rendered.find(kBegin), rendered.find(kEnd));
        prompt.text += rendered.substr(0, at);
        if (at == std::string_view::npos) {
            break;
        }
        const bool begins = rendered.substr(at).starts_with(kBegin);
        rendered.remove_prefix(at + kBegin.size());
        const std::size_t begin = prompt.text.size();
        if (const std::size_t length = begins ? markedTokenAt(rendered) : 0; length > 0) {
            prompt.text += rendered.substr(0, length);
            rendered.remove_prefix(length + kEnd.size());
        }
        prompt.literals.push_back({begin, prompt.text.size()});
    }
    return prompt;
}

} // namespace firstlight::model
