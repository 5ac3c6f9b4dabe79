// Oniguruma, the regex engine whose syntax tokenizer files are written in.
#pragma once

#include "backend/model/text_pattern.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>

namespace firstlight::model {

// Once per process, before any use of the library; further calls do nothing.
void initializeOniguruma();

absl::StatusOr<std::unique_ptr<TextPattern>> makeOnigPattern(const std::string& pattern);

} // namespace firstlight::model
