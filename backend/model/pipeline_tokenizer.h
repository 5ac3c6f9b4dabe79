// A tokenizer made of exchangeable parts, as tokenizer.json describes them: added tokens, normalizer, pre-tokenizer,
// model, decoder. Other formats build the same from their own files. Thread-safe.
#pragma once

#include "backend/model/added_tokens.h"
#include "backend/model/normalizers.h"
#include "backend/model/post_processor.h"
#include "backend/model/pre_tokenizers.h"
#include "backend/model/token_decoders.h"
#include "backend/model/token_model.h"
#include "backend/model/tokenizer.h"

#include <absl/container/flat_hash_map.h>

#include <memory>
#include <string>
#include <vector>

namespace firstlight::model {

struct TokenizerParts {
    std::unique_ptr<TokenModel> model;
    std::unique_ptr<Normalizer> normalizer;     // may be null
    std::unique_ptr<PreTokenizer> preTokenizer; // may be null: the text is one piece
    std::unique_ptr<TokenDecoder> decoder;      // may be null: tokens are joined by spaces
    PostProcessor postProcessor;
    std::vector<AddedToken> addedTokens;
    bool byteAlphabet = false;   // tokens are written in the byte alphabet
    std::string_view brokenByte; // what the normalizer is given for each byte that belongs to no character; empty: a
                                 // U+FFFD for each broken sequence
    std::vector<std::string> doubts;
};

class PipelineTokenizer final : public Tokenizer
{
public:
    explicit PipelineTokenizer(TokenizerParts parts);

    std::vector<std::int32_t> encode(std::string_view utf8, SpecialTokens mode) const override;
    std::vector<std::int32_t> encodePrompt(std::string_view utf8, std::span<const TextSpan> literals) const override;
    std::vector<std::int32_t> withSpecialTokens(std::vector<std::int32_t> ids) const override;
    std::string decode(std::span<const std::int32_t> ids, bool skipSpecial) const override;
    bool endsInsideCharacter(std::span<const std::int32_t> ids) const override;
    std::string piece(std::int32_t id) const override;
    bool isSpecial(std::int32_t id) const override;
    std::optional<std::int32_t> idOf(std::string_view content) const override;
    std::int32_t vocabularySize() const override { return m_size; }
    std::vector<AddedTokenInfo> addedTokens() const override;
    std::vector<std::string> doubts() const override { return m_parts.doubts; }

private:
    std::vector<std::int32_t> encodeText(std::string_view text, bool skipSpecial,
                                         std::span<const TextSpan> literals) const;
    void encodeSection(std::string_view text, bool atTextStart, bool skipSpecial, std::span<const TextSpan> literals,
                       std::vector<std::int32_t>& out) const;
    void encodeNormalized(std::string_view text, bool atTextStart, std::vector<std::int32_t>& out) const;
    bool isSkipped(std::int32_t id, std::string_view token) const;
    bool keepsFirstCharacter(std::string_view text) const;
    std::vector<TextSpan> literalsWithin(TextSpan section, std::span<const TextSpan> literals) const;
    std::vector<TextSpan> normalizedLiterals(std::string_view text, std::span<const TextSpan> literals) const;
    std::optional<std::string> tokenOf(std::int32_t id) const;
    std::string bytesOf(std::int32_t id) const;

    TokenizerParts m_parts;
    AddedTokenMatcher m_rawTokens;        // found in the text as it is
    AddedTokenMatcher m_normalizedTokens; // found in the normalized text
    std::vector<std::string> m_addedText; // of m_parts.addedTokens, as they are found and decoded: normalized or not
    absl::flat_hash_map<std::int32_t, std::size_t> m_addedById; // index into m_parts.addedTokens
    absl::flat_hash_map<std::string, std::int32_t> m_addedByContent;
    std::int32_t m_size = 0;
};

} // namespace firstlight::model
