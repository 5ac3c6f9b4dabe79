// The "vocab" object of tokenizer models: {"token": id, ...}.
#pragma once

#include "backend/model/json_fields.h"
#include "backend/model/vocabulary.h"

#include <absl/status/statusor.h>

namespace firstlight::model {

absl::StatusOr<Vocabulary> readVocabulary(const JsonElement& model);

} // namespace firstlight::model
