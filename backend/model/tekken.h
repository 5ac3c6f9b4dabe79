// tekken.json, the tokenizer file of newer Mistral models: byte pairs by rank, the pattern that splits text, and
// special tokens, whose ids come first.
#pragma once

#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string_view>

namespace firstlight::model {

// InvalidArgument: what is wrong with the file.
absl::StatusOr<std::unique_ptr<Tokenizer>> parseTekken(std::string_view json);

} // namespace firstlight::model
