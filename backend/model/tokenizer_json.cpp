#include "backend/model/tokenizer_json.h"

#include "backend/base/failure.h"
#include "backend/model/bpe_model.h"
#include "backend/model/json_fields.h"
#include "backend/model/pipeline_tokenizer.h"
#include "backend/model/unigram_model.h"
#include "backend/model/word_level_model.h"
#include "backend/model/word_piece_model.h"

#include <absl/strings/str_cat.h>

#include <algorithm>

namespace firstlight::model {

namespace {

// Old files leave out the model's type.
std::string modelType(const JsonElement& model)
{
    const std::string type = jsonType(model);
    if (!type.empty()) {
        return type;
    }
    if (jsonField(model, "merges")) {
        return "BPE";
    }
    if (jsonField(model, "max_input_chars_per_word")) {
        return "WordPiece";
    }
    return jsonField(model, "unk_id") ? "Unigram" : "WordLevel";
}

// Pieces of words that are written with a prefix or suffix (CLIP's) exist in the byte alphabet only.
bool isPlainBpe(const JsonElement& model)
{
    return modelType(model) == "BPE" && jsonString(model, "continuing_subword_prefix").empty() &&
           jsonString(model, "end_of_word_suffix").empty();
}

absl::StatusOr<std::unique_ptr<TokenModel>> makeModel(const JsonElement& model, BpeAlphabet alphabet)
{
    const std::string type = modelType(model);
    if (type == "BPE") {
        return BpeModel::fromJson(model, alphabet);
    }
    if (type == "Unigram") {
        return UnigramModel::fromJson(model);
    }
    if (type == "WordPiece") {
        return WordPieceModel::fromJson(model);
    }
    if (type == "WordLevel") {
        return WordLevelModel::fromJson(model);
    }
    return unknownComponent("model", model);
}

absl::StatusOr<std::vector<AddedToken>> readAddedTokens(const JsonElement& json, const TokenModel& model)
{
    std::vector<AddedToken> tokens;
    const std::optional<JsonElement> list = jsonField(json, "added_tokens");
    simdjson::dom::array array;
    if (!list || list->get(array) != simdjson::SUCCESS) {
        return tokens;
    }
    for (const JsonElement& element : array) {
        AddedToken token;
        token.content = jsonString(element, "content");
        const std::int64_t written = jsonInteger(element, "id", -1);
        const std::int32_t known = model.idOf(token.content);
        if (token.content.empty() || (known < 0 && (written < 0 || written > kMaxTokenId))) {
            return absl::InvalidArgumentError(absl::StrCat("added token \"", token.content, "\" has no valid id"));
        }
        token.id = known >= 0 ? known : static_cast<std::int32_t>(written);
        token.singleWord = jsonBool(element, "single_word", false);
        token.leftStrip = jsonBool(element, "lstrip", false);
        token.rightStrip = jsonBool(element, "rstrip", false);
        token.normalized = jsonBool(element, "normalized", true);
        token.special = jsonBool(element, "special", false);
        tokens.push_back(std::move(token));
    }
    return tokens;
}

void addOthers(const std::vector<AddedToken>& others, const TokenModel& model, std::vector<AddedToken>& tokens)
{
    for (const AddedToken& other : others) {
        const auto isSame = [&](const AddedToken& token) { return token.content == other.content; };
        if (std::none_of(tokens.begin(), tokens.end(), isSame)) {
            const std::int32_t known = model.idOf(other.content);
            tokens.push_back(other);
            tokens.back().id = known >= 0 ? known : other.id;
        }
    }
}

absl::StatusOr<std::unique_ptr<Tokenizer>> build(const JsonElement& json, const std::vector<AddedToken>& others)
{
    TokenizerParts parts;
    const std::optional<JsonElement> model = jsonField(json, "model");
    if (!model) {
        return absl::InvalidArgumentError("it has no model");
    }
    const std::optional<JsonElement> preTokenizer = jsonField(json, "pre_tokenizer");
    const bool onBytes = preTokenizer && endsWithByteLevel(*preTokenizer) && isPlainBpe(*model);
    FIRSTLIGHT_ASSIGN_OR_RETURN(parts.model,
                                makeModel(*model, onBytes ? BpeAlphabet::kBytes : BpeAlphabet::kCharacters));
    if (const std::optional<JsonElement> normalizer = jsonField(json, "normalizer")) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(parts.normalizer, makeNormalizer(*normalizer));
    }
    if (preTokenizer) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(
            parts.preTokenizer,
            makePreTokenizer(*preTokenizer, onBytes ? ByteLevelOutput::kBytes : ByteLevelOutput::kAlphabet));
    }
    if (const std::optional<JsonElement> decoder = jsonField(json, "decoder")) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(parts.decoder, makeTokenDecoder(*decoder));
        parts.byteAlphabet = jsonType(*decoder) == "ByteLevel";
    }
    if (const std::optional<JsonElement> postProcessor = jsonField(json, "post_processor")) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(parts.postProcessor, PostProcessor::fromJson(*postProcessor));
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(parts.addedTokens, readAddedTokens(json, *parts.model));
    addOthers(others, *parts.model, parts.addedTokens);
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

absl::Status invalid(const std::string& file, absl::string_view detail)
{
    return base::failure(reasons::kFileInvalid, {{"file", file}, {"detail", std::string(detail)}});
}

} // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> parseTokenizerJson(std::string_view json, const std::string& file,
                                                              const std::vector<AddedToken>& others)
{
    if (json.empty()) {
        return invalid(file, "it is empty");
    }
    simdjson::dom::parser parser;
    JsonElement root;
    const simdjson::error_code error = parser.parse(json.data(), json.size()).get(root);
    if (error != simdjson::SUCCESS) {
        return invalid(file, simdjson::error_message(error));
    }
    absl::StatusOr<std::unique_ptr<Tokenizer>> tokenizer = build(root, others);
    return tokenizer.ok() ? std::move(tokenizer) : invalid(file, tokenizer.status().message());
}

} // namespace firstlight::model
