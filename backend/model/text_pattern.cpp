#include "backend/model/text_pattern.h"

#include "backend/model/onig_regex.h"
#include "backend/model/pattern_program.h"

namespace firstlight::model {

namespace {

class LiteralPattern final : public TextPattern
{
public:
    explicit LiteralPattern(std::string literal) : m_literal(std::move(literal)) {}

    std::optional<TextSpan> find(std::string_view text, std::size_t from) const override
    {
        const std::size_t at = m_literal.empty() ? std::string_view::npos : text.find(m_literal, from);
        return at == std::string_view::npos ? std::nullopt : std::optional(TextSpan{at, at + m_literal.size()});
    }

private:
    std::string m_literal;
};

} // namespace

std::unique_ptr<TextPattern> makeLiteralPattern(std::string literal)
{
    return std::make_unique<LiteralPattern>(std::move(literal));
}

absl::StatusOr<std::unique_ptr<TextPattern>> makeRegexPattern(const std::string& pattern)
{
    if (const std::optional<PatternNode> tree = parsePattern(pattern)) {
        if (std::unique_ptr<TextPattern> program = PatternProgram::compile(*tree)) {
            return program;
        }
    }
    return makeOnigPattern(pattern);
}

} // namespace firstlight::model
