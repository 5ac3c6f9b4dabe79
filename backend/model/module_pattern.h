// Patterns by which quantisation settings name modules: a name, a beginning of one, "*" for any text, or a regular
// expression marked by "re:". Of regular expressions only the plain part that such lists use is understood (".*", "\.",
// alternatives in one pair of brackets, anchors): nothing that could take long is ever run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

class ModulePattern
{
public:
    explicit ModulePattern(std::string_view text);

    bool matches(std::string_view module) const;

private:
    void translate(std::string_view expression);

    std::vector<std::string> m_globs; // any of them
    bool m_understood = true;         // else it matches nothing
};

} // namespace firstlight::model
