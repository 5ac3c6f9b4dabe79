// The reader of tokenizer.json.
#pragma once

#include "backend/model/added_tokens.h"
#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

// From the contents of the file. `file` is its name for messages. `others`: added tokens that other files state; those
// that this one does not have are added, as the reference does. kFileInvalid: what is wrong with it.
absl::StatusOr<std::unique_ptr<Tokenizer>> parseTokenizerJson(std::string_view json, const std::string& file,
                                                              const std::vector<AddedToken>& others = {});

} // namespace firstlight::model
