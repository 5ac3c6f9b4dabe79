#include "backend/model/json_vocabulary.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

absl::StatusOr<Vocabulary> readVocabulary(const JsonElement& model)
{
    const std::optional<JsonElement> vocab = jsonField(model, "vocab");
    simdjson::dom::object object;
    if (!vocab || vocab->get(object) != simdjson::SUCCESS) {
        return absl::InvalidArgumentError("the model has no vocabulary");
    }
    Vocabulary tokens;
    for (const auto& [token, value] : object) {
        std::int64_t id = -1;
        if (value.get(id) != simdjson::SUCCESS || id < 0 || id > kMaxTokenId) {
            return absl::InvalidArgumentError(
                absl::StrCat("token \"", absl::string_view(token.data(), token.size()), "\" has no valid id"));
        }
        tokens.add(token, static_cast<std::int32_t>(id));
    }
    tokens.finish();
    return tokens;
}

} // namespace firstlight::model
