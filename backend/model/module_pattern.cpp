#include "backend/model/module_pattern.h"

#include "backend/model/coverage.h"

#include <algorithm>
#include <cctype>

namespace firstlight::model {
namespace {

constexpr std::string_view kExpressionMark = "re:";

// The alternatives "a|b" of the only pair of brackets in `text`, each put in its place; {text} when there is none.
std::vector<std::string> alternatives(std::string_view text)
{
    const auto open = text.find('(');
    const auto close = text.find(')', open == std::string_view::npos ? 0 : open);
    if (open == std::string_view::npos || close == std::string_view::npos) {
        return {std::string(text)};
    }
    std::string_view inside = text.substr(open + 1, close - open - 1);
    if (inside.starts_with("?:")) {
        inside.remove_prefix(2);
    }
    std::vector<std::string> all;
    while (true) {
        const auto bar = inside.find('|');
        all.push_back(std::string(text.substr(0, open)) + std::string(inside.substr(0, bar)) +
                      std::string(text.substr(close + 1)));
        if (bar == std::string_view::npos) {
            return all;
        }
        inside.remove_prefix(bar + 1);
    }
}

// Plain text with ".*" as "*" and "\." as "."; false for anything else that means something in an expression.
bool toGlob(std::string_view expression, std::string& glob)
{
    glob = expression.starts_with('^') ? "" : "*"; // an expression may be found anywhere
    expression.remove_prefix(expression.starts_with('^') ? 1 : 0);
    const bool anchored = expression.ends_with('$');
    expression.remove_suffix(anchored ? 1 : 0);
    for (std::size_t i = 0; i < expression.size(); ++i) {
        const char c = expression[i];
        const char next = i + 1 < expression.size() ? expression[i + 1] : '\0';
        if (c == '.' && next == '*') {
            glob += '*';
            ++i;
        } else if (c == '\\' && next == '.') {
            glob += '.';
            ++i;
        } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.') {
            glob += c; // a lone "." stands for itself in the names that are compared
        } else {
            return false;
        }
    }
    glob += anchored ? "" : "*";
    return true;
}

} // namespace

ModulePattern::ModulePattern(std::string_view text)
{
    if (text.starts_with(kExpressionMark)) {
        translate(text.substr(kExpressionMark.size()));
        return;
    }
    m_globs = {std::string(text), std::string(text) + ".*"};
}

void ModulePattern::translate(std::string_view expression)
{
    for (const std::string& alternative : alternatives(expression)) {
        std::string glob;
        m_understood = m_understood && toGlob(alternative, glob);
        m_globs.push_back(std::move(glob));
    }
    if (!m_understood) {
        m_globs.clear();
    }
}

bool ModulePattern::matches(std::string_view module) const
{
    return std::any_of(m_globs.begin(), m_globs.end(),
                       [&](const std::string& glob) { return matchesPattern(module, glob); });
}

} // namespace firstlight::model
