#include "backend/model/tokenizer_doubts.h"

#include "backend/model/byte_alphabet.h"
#include "backend/model/byte_tokens.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

namespace {

// Whether any text can be written with the tokens of single bytes.
bool coversAllBytes(const TokenModel& tokens, bool asByteTokens)
{
    for (unsigned byte = 0; byte < 256; ++byte) {
        const std::string name =
            asByteTokens ? byteToken(byte) : bytesToAlphabet(std::string(1, static_cast<char>(byte)));
        if (tokens.idOf(name) < 0) {
            return false;
        }
    }
    return true;
}

bool needsUnknown(const JsonElement& model, const TokenModel& tokens)
{
    return !coversAllBytes(tokens, false) && !(jsonBool(model, "byte_fallback", false) && coversAllBytes(tokens, true));
}

} // namespace

std::vector<std::string> modelDoubts(const JsonElement& model, const TokenModel& tokens)
{
    const std::optional<std::string> unknown = jsonOptionalString(model, "unk_token");
    if (unknown && tokens.idOf(*unknown) < 0 && needsUnknown(model, tokens)) {
        return {absl::StrCat("its unknown token \"", *unknown,
                             "\" is not in the vocabulary, what no token stands for is left out")};
    }
    if (jsonType(model) == "Unigram" && jsonInteger(model, "unk_id", -1) < 0) {
        return {"it states no unknown token (unk_id), what no token stands for is left out"};
    }
    return {};
}

std::vector<std::string> markDoubts(const std::vector<PostProcessor::Mark>& marks,
                                    const std::function<std::optional<std::string>(std::int32_t)>& tokenOf)
{
    for (const PostProcessor::Mark& mark : marks) {
        const std::optional<std::string> token = tokenOf(mark.id);
        if (!token || *token != mark.name) {
            return {absl::StrCat("the mark \"", mark.name, "\" around a text is token ", mark.id, ", which ",
                                 token ? absl::StrCat("is \"", *token, "\"") : "does not exist")};
        }
    }
    return {};
}

} // namespace firstlight::model
