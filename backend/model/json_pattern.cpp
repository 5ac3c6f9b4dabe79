#include "backend/model/json_pattern.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

absl::StatusOr<std::unique_ptr<TextPattern>> makePattern(const JsonElement& component)
{
    const std::optional<JsonElement> pattern = jsonField(component, "pattern");
    if (pattern && jsonOptionalString(*pattern, "String")) {
        return makeLiteralPattern(jsonString(*pattern, "String"));
    }
    if (pattern && jsonOptionalString(*pattern, "Regex")) {
        absl::StatusOr<std::unique_ptr<TextPattern>> regex = makeRegexPattern(jsonString(*pattern, "Regex"));
        if (!regex.ok()) {
            return absl::InvalidArgumentError(
                absl::StrCat("pattern of ", jsonType(component), ": ", regex.status().message()));
        }
        return regex;
    }
    return absl::InvalidArgumentError(absl::StrCat(jsonType(component), " has no pattern"));
}

} // namespace firstlight::model
