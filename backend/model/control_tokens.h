// Keeps what users type apart from what a template writes: control tokens in a user's text are marked before the
// template sees them, and the marks are taken out of its output again. Immutable, thread-safe.
#pragma once

#include "backend/model/added_tokens.h"
#include "backend/model/chat_template.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

class ControlTokens
{
public:
    explicit ControlTokens(const std::vector<std::string>& tokens);

    // `text` as valid UTF-8 with each control token between marks. Where its first or last characters could become a
    // control token together with what a template writes beside them, a single mark stands there. Whitespace is never
    // marked: templates strip it. Text without any such thing comes back as it is.
    std::string mark(std::string_view text) const;

    // All strings in `json` marked, keys left as they are.
    void markAll(nlohmann::ordered_json& json) const;

    // A template's output without marks, and where they were.
    RenderedPrompt unmark(std::string_view rendered) const;

private:
    bool endsInside(std::string_view text) const;
    bool beginsInside(std::string_view text) const;
    std::size_t markedTokenAt(std::string_view text) const;

    std::vector<std::string> m_tokens;
    AddedTokenMatcher m_matcher;
};

} // namespace firstlight::model
