#include "backend/model/byte_tokens.h"
#include "backend/model/sentencepiece_parts.h"

#include <algorithm>

namespace firstlight::model {

namespace {

// Whole words between spaces, or the unknown piece: once for several in a row.
class SentencePieceWords final : public TokenModel
{
public:
    SentencePieceWords(Vocabulary tokens, std::int32_t unknown, const SentencePieceModel& model)
        : m_tokens(std::move(tokens))
        , m_bytes(byteTokenIds(m_tokens))
        , m_unknown(unknown)
        , m_byteFallback(model.byteFallback)
        , m_spaceIsSuffix(model.whitespaceAsSuffix)
    {
    }

    void encode(std::string_view piece, std::vector<std::int32_t>& out) const override
    {
        bool afterUnknown = false;
        while (!piece.empty()) {
            const std::string_view word = piece.substr(0, wordLength(piece));
            const std::int32_t id = m_tokens.find(word);
            const bool isUnknown = id == Vocabulary::kNone || id == m_unknown;
            if (!isUnknown) {
                out.push_back(id);
            } else if (!(m_byteFallback && addByteTokens(word, m_bytes, out)) && !afterUnknown) {
                out.push_back(m_unknown);
            }
            afterUnknown = isUnknown && !m_byteFallback;
            piece.remove_prefix(word.size());
        }
    }

    std::optional<std::string> tokenOf(std::int32_t id) const override
    {
        return m_tokens.has(id) ? std::optional<std::string>(m_tokens.content(id)) : std::nullopt;
    }
    std::int32_t idOf(std::string_view token) const override { return m_tokens.find(token); }
    std::int32_t size() const override { return m_tokens.size(); }

private:
    // A word begins with the space symbol, or ends with it.
    std::size_t wordLength(std::string_view text) const
    {
        const std::size_t next = text.find(kSpaceSymbol, m_spaceIsSuffix ? 0 : 1);
        return next == std::string_view::npos ? text.size() : next + (m_spaceIsSuffix ? kSpaceSymbol.size() : 0);
    }

    Vocabulary m_tokens;
    std::array<std::int32_t, 256> m_bytes;
    std::int32_t m_unknown;
    bool m_byteFallback;
    bool m_spaceIsSuffix;
};

} // namespace

std::unique_ptr<TokenModel> makeSentencePieceWords(Vocabulary tokens, std::int32_t unknown,
                                                   const SentencePieceModel& model)
{
    return std::make_unique<SentencePieceWords>(std::move(tokens), unknown, model);
}

} // namespace firstlight::model
