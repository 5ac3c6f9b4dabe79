// The post-processors of tokenizer.json: what stands around the tokens of a text when no template writes it (the marks
// of its beginning and end). Immutable, thread-safe.
#pragma once

#include "backend/model/json_fields.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <vector>

namespace firstlight::model {

class PostProcessor
{
public:
    PostProcessor() = default; // adds nothing
    PostProcessor(std::vector<std::int32_t> before, std::vector<std::int32_t> behind);

    // InvalidArgument: an unknown kind (named), or one that is not complete.
    static absl::StatusOr<PostProcessor> fromJson(const JsonElement& json);

    // The tokens of one text with what belongs around them.
    std::vector<std::int32_t> apply(std::vector<std::int32_t> ids) const;

private:
    struct Part {
        bool isText = false; // otherwise the tokens `ids`
        std::vector<std::int32_t> ids;
    };
    using Step = std::vector<Part>;

    static absl::StatusOr<PostProcessor> fromTemplate(const JsonElement& json);
    static absl::StatusOr<PostProcessor> fromPair(const JsonElement& json);
    static absl::StatusOr<PostProcessor> fromSequence(const JsonElement& json);

    std::vector<Step> m_steps;
};

} // namespace firstlight::model
