// The normalizers of tokenizer.json: what happens to a text before it is split. Immutable and thread-safe.
#pragma once

#include "backend/model/json_fields.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>
#include <string_view>

namespace firstlight::model {

class Normalizer
{
public:
    virtual ~Normalizer() = default;

    // True: `out` is the normalized text, of which at most `most` bytes are kept, see mostGrownBytes(). False: `text`
    // (valid UTF-8) is normalized already, `out` is not touched.
    bool apply(std::string_view text, std::string& out, std::size_t most) const;

private:
    // The same; what can make much of little looks at `most` by itself.
    virtual bool change(std::string_view text, std::string& out, std::size_t most) const = 0;
};

struct BertNormalizerOptions {
    bool cleanText = true;
    bool handleChineseCharacters = true;
    bool stripAccents = true;
    bool lowercase = true;
};
std::unique_ptr<Normalizer> makeBertNormalizer(const BertNormalizerOptions& options);

// `blob`: the precompiled charsmap. InvalidArgument: it is broken.
absl::StatusOr<std::unique_ptr<Normalizer>> makePrecompiledNormalizer(std::string_view blob);

// InvalidArgument: an unknown kind (named), or one that is not complete.
absl::StatusOr<std::unique_ptr<Normalizer>> makeNormalizer(const JsonElement& json);

} // namespace firstlight::model
