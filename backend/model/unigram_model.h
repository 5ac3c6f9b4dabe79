// The Unigram model: of all ways to write a piece as tokens, the one of highest total score. Immutable, thread-safe.
// Time grows linearly with the piece; memory with the longest stretch that single tokens bridge.
#pragma once

#include "backend/model/json_fields.h"
#include "backend/model/prefix_trie.h"
#include "backend/model/token_model.h"
#include "backend/model/vocabulary.h"

#include <absl/status/statusor.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace firstlight::model {

struct UnigramOptions {
    std::int32_t unknownId = Vocabulary::kNone; // none: unknown characters are left out
    bool byteFallback = false;                  // unknown characters as tokens "<0x0A>"
    bool singlePrecision = false;               // sums as sentencepiece rounds them
    double unknownScore = 0.0;                  // of an unknown character
    std::vector<bool> matched;                  // by id: found in text; empty: all
};

class UnigramModel final : public TokenModel
{
public:
    // `scores`: by id.
    UnigramModel(Vocabulary tokens, std::vector<double> scores, UnigramOptions options);

    // The "model" of a tokenizer.json. InvalidArgument: what is wrong with it.
    static absl::StatusOr<std::unique_ptr<UnigramModel>> fromJson(const JsonElement& model);

    void encode(std::string_view piece, std::vector<std::int32_t>& out) const override;
    std::optional<std::string> tokenOf(std::int32_t id) const override;
    std::int32_t idOf(std::string_view token) const override { return m_tokens.find(token); }
    std::int32_t size() const override { return m_tokens.size(); }

private:
    template <typename Score>
    class Search;

    bool isMatched(std::int32_t id) const;
    void addUnknown(std::string_view text, std::vector<std::int32_t>& out) const;

    Vocabulary m_tokens;
    std::vector<double> m_scores;
    UnigramOptions m_options;
    PrefixTrie m_trie;
    std::array<std::int32_t, 256> m_fallbackIds{}; // "<0x00>" to "<0xFF>"
};

} // namespace firstlight::model
