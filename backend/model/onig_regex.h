// Oniguruma, the regex engine whose syntax tokenizer files are written in.
#pragma once

#include "backend/model/code_point_set.h"
#include "backend/model/text_pattern.h"

#include <absl/status/statusor.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace firstlight::model {

// Once per process, before any use of the library; further calls do nothing. Gives the library's usual properties the
// younger characters that its tables may lack.
void initializeOniguruma();

// A property as the installed library knows it; nullopt: no such property.
std::optional<CodePointRanges> installedPropertyRanges(std::string_view name);

absl::StatusOr<std::unique_ptr<TextPattern>> makeOnigPattern(const std::string& pattern);

} // namespace firstlight::model
