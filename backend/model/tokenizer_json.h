// The reader of tokenizer.json.
#pragma once

#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>
#include <string_view>

namespace firstlight::model {

// From the contents of the file. `file` is its name for messages. kFileInvalid: what is wrong with it.
absl::StatusOr<std::unique_ptr<Tokenizer>> parseTokenizerJson(std::string_view json, const std::string& file);

} // namespace firstlight::model
