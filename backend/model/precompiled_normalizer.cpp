// The normalizer that applies sentencepiece's compiled rules the way the reference library of tokenizer.json does: to
// whole grapheme clusters where those are short, otherwise to single characters, and always the shortest rule.
#include "backend/model/charsmap.h"
#include "backend/model/normalizers.h"
#include "backend/model/utf8.h"

#include <utf8proc.h>

namespace firstlight::model {

namespace {

constexpr std::size_t kMaxClusterBytes = 5;

bool isAscii(char c)
{
    return static_cast<unsigned char>(c) < 0x80;
}

// Where the grapheme cluster at `at` ends.
std::size_t clusterEnd(std::string_view text, std::size_t at)
{
    std::size_t next = at;
    char32_t left = nextCodePoint(text, next);
    utf8proc_int32_t state = 0;
    while (next < text.size()) {
        const std::size_t end = next;
        if (isAscii(text[end]) && left < 0x80 && left != '\r') {
            return end;
        }
        const char32_t right = nextCodePoint(text, next);
        if (utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(left), static_cast<utf8proc_int32_t>(right),
                                             &state)) {
            return end;
        }
        left = right;
    }
    return next;
}

class PrecompiledNormalizer final : public Normalizer
{
public:
    explicit PrecompiledNormalizer(Charsmap rules) : m_rules(std::move(rules)) {}

    bool change(std::string_view text, std::string& out, std::size_t most) const override
    {
        out.clear();
        bool modified = false;
        for (std::size_t at = 0; at < text.size() && out.size() < most;) {
            const std::size_t end = clusterEnd(text, at);
            modified = appendCluster(text.substr(at, end - at), out) || modified;
            at = end;
        }
        return modified;
    }

private:
    bool appendCluster(std::string_view cluster, std::string& out) const
    {
        if (cluster.size() <= kMaxClusterBytes && appendRule(cluster, out)) {
            return true;
        }
        bool modified = false;
        for (std::size_t at = 0; at < cluster.size();) {
            const std::string_view character = cluster.substr(at, utf8Length(static_cast<unsigned char>(cluster[at])));
            at += character.size();
            if (appendRule(character, out)) {
                modified = true;
            } else {
                out += character;
            }
        }
        return modified;
    }

    bool appendRule(std::string_view text, std::string& out) const
    {
        const std::optional<Charsmap::Rule> rule = m_rules.mayBegin(text[0]) ? m_rules.shortest(text) : std::nullopt;
        out += rule ? rule->replacement : std::string_view();
        return rule.has_value();
    }

    Charsmap m_rules;
};

} // namespace

absl::StatusOr<std::unique_ptr<Normalizer>> makePrecompiledNormalizer(std::string_view blob)
{
    absl::StatusOr<Charsmap> rules = Charsmap::parse(blob);
    if (!rules.ok()) {
        return rules.status();
    }
    return std::make_unique<PrecompiledNormalizer>(*std::move(rules));
}

} // namespace firstlight::model
