// Tokenizers from the vocabulary of a GGUF file.
#pragma once

#include "backend/checkpoint/gguf_vocabulary.h"
#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>

namespace firstlight::model {

// kFileInvalid with `file`: the lists do not fit together, or a model or pre-tokenizer that is not known (named).
// Control tokens become special added tokens, user-defined ones added tokens.
absl::StatusOr<std::unique_ptr<Tokenizer>> makeGgufTokenizer(const checkpoint::GgufVocabulary& vocabulary,
                                                             const std::string& file);

} // namespace firstlight::model
