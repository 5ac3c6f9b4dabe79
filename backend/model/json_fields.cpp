#include "backend/model/json_fields.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

std::optional<JsonElement> jsonField(const JsonElement& json, std::string_view name)
{
    simdjson::dom::object object;
    JsonElement value;
    if (json.get(object) != simdjson::SUCCESS || object.at_key(name).get(value) != simdjson::SUCCESS ||
        value.is_null()) {
        return std::nullopt;
    }
    return value;
}

std::optional<std::string> jsonOptionalString(const JsonElement& json, std::string_view name)
{
    const std::optional<JsonElement> value = jsonField(json, name);
    std::string_view text;
    if (!value || value->get(text) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    return std::string(text);
}

std::string jsonString(const JsonElement& json, std::string_view name, std::string_view fallback)
{
    return jsonOptionalString(json, name).value_or(std::string(fallback));
}

bool jsonBool(const JsonElement& json, std::string_view name, bool fallback)
{
    const std::optional<JsonElement> value = jsonField(json, name);
    bool result = fallback;
    return value && value->get(result) == simdjson::SUCCESS ? result : fallback;
}

std::int64_t jsonInteger(const JsonElement& json, std::string_view name, std::int64_t fallback)
{
    const std::optional<JsonElement> value = jsonField(json, name);
    std::int64_t result = fallback;
    return value && value->get(result) == simdjson::SUCCESS ? result : fallback;
}

std::string jsonType(const JsonElement& json)
{
    return jsonString(json, "type");
}

absl::Status unknownComponent(std::string_view what, const JsonElement& json)
{
    return absl::InvalidArgumentError(
        absl::StrCat("unknown ", absl::string_view(what.data(), what.size()), " \"", jsonType(json), "\""));
}

} // namespace firstlight::model
