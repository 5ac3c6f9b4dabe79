// Reading fields of a parsed tokenizer file: present, absent or null, with the defaults of the format.
#pragma once

#include <absl/status/status.h>
#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace firstlight::model {

using JsonElement = simdjson::dom::element;

// The member, or nothing when `json` is no object, has no such member, or it is null.
std::optional<JsonElement> jsonField(const JsonElement& json, std::string_view name);

// The member's value, or `fallback` when it is absent, null or of another type.
std::string jsonString(const JsonElement& json, std::string_view name, std::string_view fallback = {});
bool jsonBool(const JsonElement& json, std::string_view name, bool fallback);
std::int64_t jsonInteger(const JsonElement& json, std::string_view name, std::int64_t fallback);
std::optional<std::string> jsonOptionalString(const JsonElement& json, std::string_view name);

// The "type" of a component, or "" when it has none.
std::string jsonType(const JsonElement& json);

// InvalidArgument: "unknown <what> "<type>"".
absl::Status unknownComponent(std::string_view what, const JsonElement& json);

} // namespace firstlight::model
