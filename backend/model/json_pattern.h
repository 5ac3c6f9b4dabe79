// The "pattern" of tokenizer components: {"String": ...} or {"Regex": ...}.
#pragma once

#include "backend/model/json_fields.h"
#include "backend/model/text_pattern.h"

namespace firstlight::model {

absl::StatusOr<std::unique_ptr<TextPattern>> makePattern(const JsonElement& component);

} // namespace firstlight::model
