#include "backend/model/json_vocabulary.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

namespace {

absl::string_view text(std::string_view token)
{
    return {token.data(), token.size()};
}

} // namespace

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
            return absl::InvalidArgumentError(absl::StrCat("token \"", text(token), "\" has no valid id"));
        }
        if (tokens.has(static_cast<std::int32_t>(id))) {
            return absl::InvalidArgumentError(absl::StrCat("tokens \"",
                                                           text(tokens.content(static_cast<std::int32_t>(id))),
                                                           "\" and \"", text(token), "\" have the same id ", id));
        }
        tokens.add(token, static_cast<std::int32_t>(id));
    }
    if (tokens.size() == 0) {
        return absl::InvalidArgumentError("the vocabulary of the model is empty");
    }
    tokens.finish();
    return tokens;
}

} // namespace firstlight::model
