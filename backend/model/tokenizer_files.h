// Tokenizers of checkpoints that have no tokenizer.json: from the files that older libraries and some families write.
#pragma once

#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>

namespace firstlight::model {

// Looks, in this order, for tekken.json; tiktoken.model or *.tiktoken; tokenizer.model or spiece.model (of
// sentencepiece, or of tiktoken under that name); vocab.json with merges.txt; vocab.txt. What the files leave open
// comes from tokenizer_config.json and added_tokens.json. kPathMissing: none of them is there; kFileInvalid: broken,
// with the file's name.
absl::StatusOr<std::unique_ptr<Tokenizer>> loadTokenizerFiles(const std::string& directory);

} // namespace firstlight::model
