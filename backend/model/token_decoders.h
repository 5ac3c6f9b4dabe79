// The decoders of tokenizer.json: how tokens become text again. Immutable and thread-safe.
#pragma once

#include "backend/model/json_fields.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>
#include <vector>

namespace firstlight::model {

class TokenDecoder
{
public:
    virtual ~TokenDecoder() = default;

    // Changes the list of strings in place; at the end of a chain they are joined. At most `most` bytes are kept, see
    // mostGrownBytes().
    void apply(std::vector<std::string>& tokens, std::size_t most) const;

private:
    // The same; what can make much of little looks at `most` by itself.
    virtual void change(std::vector<std::string>& tokens, std::size_t most) const = 0;
};

// Tokens in the byte alphabet as the text that they are.
std::unique_ptr<TokenDecoder> makeByteLevelDecoder();

// Tokens with `prefix` go on a word, all others begin one.
std::unique_ptr<TokenDecoder> makeWordPieceDecoder(const std::string& prefix);

// InvalidArgument: an unknown kind (named), or one that is not complete.
absl::StatusOr<std::unique_ptr<TokenDecoder>> makeTokenDecoder(const JsonElement& json);

} // namespace firstlight::model
