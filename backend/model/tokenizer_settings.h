// What tokenizer_config.json and added_tokens.json say about a tokenizer whose own file does not say it.
#pragma once

#include "backend/model/added_tokens.h"

#include <absl/status/statusor.h>

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::model {

struct TokenizerSettings {
    std::string tokenizerClass;                     // "LlamaTokenizer", ...; "" when not stated
    std::vector<AddedToken> addedTokens;            // ascending ids
    std::map<std::string, std::string> namedTokens; // "eos_token" -> "</s>", of the tokenizer's files
    std::optional<bool> legacy;                     // of the sentencepiece line: a dummy prefix behind each added token
    std::optional<bool> addPrefixSpace;
    std::optional<bool> lowercase;
    std::optional<bool> stripAccents;
    bool chineseCharacters = true;
    bool addBegin = false; // marks around a text that no template writes
    bool addEnd = false;
};

// What a file calls its tokens: "eos_token" -> "</s>". A token is written as its text or as an object with "content".
std::map<std::string, std::string> namedTokens(const nlohmann::json& file);

// Of a checkpoint folder; missing files leave the defaults. kFileInvalid: one of the files is broken.
absl::StatusOr<TokenizerSettings> readTokenizerSettings(const std::string& directory);

} // namespace firstlight::model
