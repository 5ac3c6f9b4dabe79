// What is odd about a tokenizer.json although it can be read: whoever wrote it meant something else. Each as the rest
// of a sentence about the file.
#pragma once

#include "backend/model/json_fields.h"
#include "backend/model/post_processor.h"
#include "backend/model/token_model.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::model {

// About the "model" that `tokens` was made of: an unknown token that is missing.
std::vector<std::string> modelDoubts(const JsonElement& model, const TokenModel& tokens);

// About the first mark around a text that is another token than it is called. `tokenOf`: nothing for an id without
// token.
std::vector<std::string> markDoubts(const std::vector<PostProcessor::Mark>& marks,
                                    const std::function<std::optional<std::string>(std::int32_t)>& tokenOf);

} // namespace firstlight::model
