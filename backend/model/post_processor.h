// The post-processors of tokenizer.json: what stands around the tokens of a text when no template writes it (the marks
// of its beginning and end). Immutable, thread-safe.
#pragma once

#include "backend/model/json_fields.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::model {

class PostProcessor
{
public:
    PostProcessor() = default; // adds nothing
    PostProcessor(std::vector<std::int32_t> before, std::vector<std::int32_t> behind);

    // InvalidArgument: an unknown kind (named), or one that is not complete.
    static absl::StatusOr<PostProcessor> fromJson(const JsonElement& json);

    // Tokens that are written around a text, by name.
    struct Mark {
        std::string name;
        std::int32_t id = -1;
    };
    const std::vector<Mark>& marks() const { return m_marks; }

    // The tokens of one text with what belongs around them.
    std::vector<std::int32_t> apply(std::vector<std::int32_t> ids) const;

private:
    struct Part {
        bool isText = false; // otherwise the tokens `ids`
        std::vector<std::int32_t> ids;
    };
    using Step = std::vector<Part>;

    static absl::StatusOr<PostProcessor> make(const JsonElement& json);
    static absl::StatusOr<PostProcessor> fromTemplate(const JsonElement& json);
    static absl::StatusOr<PostProcessor> fromPair(const JsonElement& json);
    static absl::StatusOr<PostProcessor> fromSequence(const JsonElement& json);

    double timesOfText() const;

    std::vector<Step> m_steps;
    std::vector<Mark> m_marks;
};

} // namespace firstlight::model
