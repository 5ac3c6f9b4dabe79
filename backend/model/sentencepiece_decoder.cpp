#include "backend/base/text.h"
#include "backend/model/byte_tokens.h"
#include "backend/model/sentencepiece_parts.h"
#include "backend/model/utf8.h"

#include <algorithm>

namespace firstlight::model {

namespace {

class SentencePieceDecoder final : public TokenDecoder
{
public:
    explicit SentencePieceDecoder(const SentencePieceModel& model)
        : m_dropsFirstSpace(model.addDummyPrefix || model.removeExtraWhitespaces)
        , m_dropsAllFirstSpaces(model.removeExtraWhitespaces)
        , m_hasBytes(model.byteFallback)
        , m_unknownSurface(model.unknownSurface)
    {
        const auto unknown = std::find_if(model.pieces.begin(), model.pieces.end(),
                                          [](const auto& piece) { return piece.kind == PieceKind::kUnknown; });
        m_unknown = unknown != model.pieces.end() ? unknown->text : std::string();
    }

    void change(std::vector<std::string>& tokens, std::size_t /*most*/) const override
    {
        std::string text;
        std::string bytes; // of byte tokens that may go on
        bool begun = false;
        for (const std::string& token : tokens) {
            if (const int byte = m_hasBytes ? byteOfToken(token) : -1; byte >= 0) {
                bytes += static_cast<char>(byte);
                continue;
            }
            flush(bytes, text);
            if (token == m_unknown && !m_unknownSurface.empty()) {
                text += m_unknownSurface;
            } else {
                append(token, begun, text);
            }
        }
        flush(bytes, text);
        tokens = {std::move(text)};
    }

private:
    // `begun`: the space that the normalizer put before the text has been seen.
    void append(std::string_view token, bool& begun, std::string& text) const
    {
        const bool atStart = m_dropsFirstSpace && !begun && text.empty();
        if (atStart && token.starts_with(kSpaceSymbol)) {
            token.remove_prefix(kSpaceSymbol.size());
            begun = !m_dropsAllFirstSpaces;
        }
        for (std::size_t at = token.find(kSpaceSymbol); at != std::string_view::npos; at = token.find(kSpaceSymbol)) {
            text.append(token.substr(0, at)).append(" ");
            token.remove_prefix(at + kSpaceSymbol.size());
        }
        text += token;
    }

    // Each byte that belongs to no character becomes U+FFFD.
    static void flush(std::string& bytes, std::string& text)
    {
        std::string_view rest = bytes;
        while (!rest.empty()) {
            std::size_t broken = 0;
            const std::size_t length = base::wellFormedLength(rest, broken);
            text += length > 0 ? rest.substr(0, length) : base::kReplacementCharacter;
            rest.remove_prefix(length > 0 ? length : 1);
        }
        bytes.clear();
    }

    bool m_dropsFirstSpace;
    bool m_dropsAllFirstSpaces;
    bool m_hasBytes;
    std::string m_unknown;
    std::string m_unknownSurface;
};

} // namespace

std::unique_ptr<TokenDecoder> makeSentencePieceDecoder(const SentencePieceModel& model)
{
    return std::make_unique<SentencePieceDecoder>(model);
}

} // namespace firstlight::model
