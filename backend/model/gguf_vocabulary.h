// Tokenizers from the metadata of a GGUF file ("tokenizer.ggml.*"). Whoever reads the file fills the structure.
#pragma once

#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::model {

// Each field is the value of the key "tokenizer.ggml.<name>"; what a file does not state stays as it is here.
struct GgufVocabulary {
    std::string model;                     // "gpt2", "llama", "t5", "bert", "gemma4"
    std::string pre;                       // of "gpt2": how text is split
    std::vector<std::string> tokens;       // by id
    std::vector<float> scores;             // by id, or empty
    std::vector<std::int32_t> tokenTypes;  // by id, or empty: 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte
    std::vector<std::string> merges;       // "left right", in order of rank
    std::string precompiledCharsmap;
    std::int32_t bosId = -1;               // bos_token_id
    std::int32_t eosId = -1;               // eos_token_id
    std::int32_t unknownId = -1;           // unknown_token_id
    std::int32_t separatorId = -1;         // seperator_token_id (the key is spelled so)
    std::int32_t clsId = -1;               // cls_token_id
    std::optional<bool> addBos;            // add_bos_token
    std::optional<bool> addEos;            // add_eos_token
    std::optional<bool> addSpacePrefix;    // add_space_prefix
    std::optional<bool> removeExtraWhitespaces; // remove_extra_whitespaces
};

// kFileInvalid with `file`: the lists do not fit together, or a model or pre-tokenizer that is not known (named). Control
// tokens become special added tokens, user-defined ones added tokens.
absl::StatusOr<std::unique_ptr<Tokenizer>> makeGgufTokenizer(const GgufVocabulary& vocabulary, const std::string& file);

} // namespace firstlight::model
