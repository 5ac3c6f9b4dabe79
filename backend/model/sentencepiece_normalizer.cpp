#include "backend/base/text.h"
#include "backend/model/charsmap.h"
#include "backend/model/prefix_trie.h"
#include "backend/model/sentencepiece_parts.h"
#include "backend/model/utf8.h"

namespace firstlight::model {

namespace {

// As sentencepiece does it: rules from the left, the longest first; user-defined pieces are left alone.
class SentencePieceNormalizer final : public Normalizer
{
public:
    SentencePieceNormalizer(const SentencePieceModel& model, std::optional<Charsmap> rules)
        : m_rules(std::move(rules))
        , m_space(model.escapeWhitespaces ? kSpaceSymbol : std::string_view(" "))
        , m_prefix(model.addDummyPrefix && !model.whitespaceAsSuffix)
        , m_suffix(model.addDummyPrefix && model.whitespaceAsSuffix)
        , m_removesExtra(model.removeExtraWhitespaces)
    {
        std::vector<PrefixTrie::Key> keys;
        for (const SentencePiece& piece : model.pieces) {
            if (piece.kind == PieceKind::kUserDefined) {
                keys.push_back({piece.text, 0});
            }
        }
        m_hasUserDefined = !keys.empty();
        m_userDefined = PrefixTrie(std::move(keys));
    }

    bool change(std::string_view text, std::string& out, std::size_t most) const override
    {
        out.clear();
        out.reserve(text.size() + text.size() / 2);
        text = m_removesExtra ? withoutLeadingSpaces(text) : text;
        if (text.empty()) {
            return true;
        }
        out += m_prefix ? m_space : std::string_view();
        bool afterSpace = m_removesExtra;
        while (!text.empty() && out.size() < most) {
            std::string_view replacement;
            text.remove_prefix(nextPart(text, replacement));
            while (afterSpace && replacement.starts_with(' ')) {
                replacement.remove_prefix(1);
            }
            appendEscaped(replacement, out);
            afterSpace = m_removesExtra && (replacement.empty() ? afterSpace : replacement.ends_with(' '));
        }
        while (m_removesExtra && out.ends_with(m_space)) {
            out.resize(out.size() - m_space.size());
        }
        out += m_suffix ? m_space : std::string_view();
        return true;
    }

private:
    // Bytes of `text` (not empty) that are replaced at once, and by what.
    std::size_t nextPart(std::string_view text, std::string_view& replacement) const
    {
        std::int32_t value = 0;
        const std::size_t symbol = m_hasUserDefined ? m_userDefined.longestPrefix(text, value) : 0;
        if (symbol == 0 && m_rules && m_rules->mayBegin(text[0])) {
            if (const std::optional<Charsmap::Rule> rule = m_rules->longest(text)) {
                replacement = rule->replacement;
                return rule->length;
            }
        }
        if (text.starts_with(kBrokenByte)) { // after the rules, which make other things of U+FFFD
            replacement = base::kReplacementCharacter;
            return kBrokenByte.size();
        }
        replacement = text.substr(0, symbol > 0 ? symbol : utf8Length(static_cast<unsigned char>(text[0])));
        return replacement.size();
    }

    std::string_view withoutLeadingSpaces(std::string_view text) const
    {
        while (!text.empty()) {
            std::string_view replacement;
            const std::size_t length = nextPart(text, replacement);
            if (replacement != " ") {
                break;
            }
            text.remove_prefix(length);
        }
        return text;
    }

    void appendEscaped(std::string_view text, std::string& out) const
    {
        for (const char c : text) {
            if (c == ' ') {
                out += m_space;
            } else {
                out += c;
            }
        }
    }

    std::optional<Charsmap> m_rules;
    std::string_view m_space;
    bool m_prefix;
    bool m_suffix;
    bool m_removesExtra;
    bool m_hasUserDefined = false;
    PrefixTrie m_userDefined;
};

class FirstPrefixPreTokenizer final : public PreTokenizer
{
public:
    void apply(Pieces& pieces) const override
    {
        for (Piece& piece : pieces.list) {
            if (piece.atTextStart) {
                piece.text = pieces.storage.emplace_back(std::string(kSpaceSymbol).append(piece.text));
            }
        }
    }
};

} // namespace

absl::StatusOr<std::unique_ptr<Normalizer>> makeSentencePieceNormalizer(const SentencePieceModel& model)
{
    std::optional<Charsmap> rules;
    if (!model.charsmap.empty()) {
        absl::StatusOr<Charsmap> parsed = Charsmap::parse(model.charsmap);
        if (!parsed.ok()) {
            return parsed.status();
        }
        rules = *std::move(parsed);
    }
    return std::make_unique<SentencePieceNormalizer>(model, std::move(rules));
}

std::unique_ptr<PreTokenizer> makeFirstPrefixPreTokenizer()
{
    return std::make_unique<FirstPrefixPreTokenizer>();
}

} // namespace firstlight::model
