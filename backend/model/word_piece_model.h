// The WordPiece model: each piece is a word, cut from the left into the longest tokens there are. Immutable,
// thread-safe.
#pragma once

#include "backend/model/json_fields.h"
#include "backend/model/prefix_trie.h"
#include "backend/model/token_model.h"
#include "backend/model/vocabulary.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>

namespace firstlight::model {

struct WordPieceOptions {
    std::int32_t unknownId = Vocabulary::kNone; // none: words that cannot be cut are left out
    std::string continuingPrefix = "##";        // of tokens that do not begin a word
    std::size_t maxCharacters = 100;            // longer words are unknown
};

class WordPieceModel final : public TokenModel
{
public:
    WordPieceModel(Vocabulary tokens, WordPieceOptions options);

    // The "model" of a tokenizer.json. InvalidArgument: what is wrong with it.
    static absl::StatusOr<std::unique_ptr<WordPieceModel>> fromJson(const JsonElement& model);

    void encode(std::string_view piece, std::vector<std::int32_t>& out) const override;
    std::optional<std::string> tokenOf(std::int32_t id) const override;
    std::int32_t idOf(std::string_view token) const override { return m_tokens.find(token); }
    std::int32_t size() const override { return m_tokens.size(); }

private:
    bool addWord(std::string_view word, std::vector<std::int32_t>& out) const;

    Vocabulary m_tokens;
    WordPieceOptions m_options;
    PrefixTrie m_trie;
    std::int32_t m_continuation = PrefixTrie::kNone; // where the tokens with the prefix begin
};

} // namespace firstlight::model
