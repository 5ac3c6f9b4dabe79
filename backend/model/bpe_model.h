// Byte-pair encoding, on bytes or on characters, with the options of tokenizer.json.
#pragma once

#include "backend/model/bpe_boundaries.h"
#include "backend/model/bpe_merges.h"
#include "backend/model/json_fields.h"
#include "backend/model/token_model.h"
#include "backend/model/vocabulary.h"
#include "backend/model/word_cache.h"

#include <absl/status/statusor.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace firstlight::model {

enum class BpeAlphabet {
    kBytes,      // pieces are text; the vocabulary is written in the byte alphabet
    kCharacters, // pieces and vocabulary are text
};

struct BpeOptions {
    BpeAlphabet alphabet = BpeAlphabet::kCharacters;
    std::int32_t unknownId = Vocabulary::kNone;
    bool fuseUnknown = false;
    bool byteFallback = false; // unknown characters as tokens "<0x0A>"
    bool ignoreMerges = false; // a piece that is a token is that token
    std::string continuingPrefix;
    std::string endSuffix;
    std::vector<bool> unmatched; // by id: tokens that no text becomes (controls); empty: none
};

class BpeModel final : public TokenModel
{
public:
    // `tokens`: as the file writes them. `merges`: what pairs of ids become, the lowest rank first.
    struct MergeRule {
        std::int32_t left = -1;
        std::int32_t right = -1;
        std::int32_t merged = -1;
        std::uint32_t rank = 0;
    };
    BpeModel(Vocabulary tokens, const std::vector<MergeRule>& merges, BpeOptions options);

    // The "model" of a tokenizer.json. InvalidArgument: what is wrong with it.
    static absl::StatusOr<std::unique_ptr<BpeModel>> fromJson(const JsonElement& model, BpeAlphabet alphabet);

    void encode(std::string_view piece, std::vector<std::int32_t>& out) const override;
    std::optional<std::string> tokenOf(std::int32_t id) const override;
    std::int32_t idOf(std::string_view token) const override { return m_tokens.find(token); }
    std::int32_t size() const override { return m_tokens.size(); }

private:
    // Text that no merge reaches out of.
    struct Word {
        std::string_view text;
        std::uint64_t hash = 0;
        std::int32_t id = Vocabulary::kNone; // of the token that it is
    };

    Word wordOf(std::string_view piece) const;
    void encodeLong(std::string_view piece, std::vector<std::int32_t>& out) const;
    void encodeWord(const Word& word, std::vector<std::int32_t>& out) const;
    void addSymbols(std::string_view piece, std::vector<std::int32_t>& out) const;
    void addBytes(std::string_view piece, std::vector<std::int32_t>& out) const;
    std::int32_t characterAt(std::string_view piece, std::size_t at, std::size_t length, std::string& symbol) const;
    void addCharacters(std::string_view piece, std::vector<std::int32_t>& out) const;
    const Vocabulary& words() const { return m_words ? *m_words : m_tokens; }
    bool isMatched(std::int32_t id) const;
    Vocabulary makeWords() const;

    Vocabulary m_tokens;
    std::optional<Vocabulary> m_words; // the tokens as text finds them, where that is not how the file writes them
    BpeMerges m_merges;
    BpeOptions m_options;
    std::unique_ptr<BpeBoundaries> m_boundaries;   // where long pieces may be cut; null: nowhere
    std::array<std::int32_t, 256> m_byteIds{};     // the token of each byte that is a symbol by itself
    std::array<std::int32_t, 256> m_fallbackIds{}; // "<0x00>" to "<0xFF>"
    std::unique_ptr<std::atomic<bool>[]> m_whole;  // by id: tokens known to come out of their own text
    std::unique_ptr<WordCache> m_cache;            // of the other words
};

} // namespace firstlight::model
