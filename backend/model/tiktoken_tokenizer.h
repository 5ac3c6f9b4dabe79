// Tokenizers from rank files of the library "tiktoken": one line per token, its bytes in base64 and its rank. The file
// tells neither how text is split nor the special tokens; those belong to the model family.
#pragma once

#include "backend/model/added_tokens.h"
#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

struct TiktokenRank {
    std::string bytes;
    std::int32_t rank = 0; // also the token's id
};

// InvalidArgument: what is wrong, with the line. No rank and no token is there twice.
absl::StatusOr<std::vector<TiktokenRank>> parseTiktokenRanks(std::string_view text);

// Whether a file begins like one of these, not like something else that is called "tokenizer.model".
bool looksLikeTiktoken(std::string_view text);

// `pattern`: the regular expression whose matches are the pieces that tokens are made within.
absl::StatusOr<std::unique_ptr<Tokenizer>> makeTiktokenTokenizer(const std::vector<TiktokenRank>& ranks,
                                                                 const std::string& pattern,
                                                                 std::vector<AddedToken> addedTokens);

// What the families that use these files share.
struct TiktokenFamily {
    std::string pattern;
    std::vector<AddedToken> addedTokens; // those named by the checkpoint are not in it
};

// `tokenizerClass`: of tokenizer_config.json. `firstId`: behind the ids of the rank file. Kimi and QWen are known by
// their class, Llama 3 by its 128,000 ranks and Llama 4 by its 200,000; all others are split as Llama 3 is and have no
// tokens of their own.
TiktokenFamily tiktokenFamily(std::string_view tokenizerClass, std::int32_t firstId);

} // namespace firstlight::model
