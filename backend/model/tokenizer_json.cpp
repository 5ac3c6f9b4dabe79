#include "backend/model/tokenizer_json.h"

#include "backend/base/failure.h"
#include "backend/model/added_tokens_json.h"
#include "backend/model/bpe_model.h"
#include "backend/model/json_fields.h"
#include "backend/model/pipeline_tokenizer.h"
#include "backend/model/tokenizer_doubts.h"
#include "backend/model/unigram_model.h"
#include "backend/model/word_level_model.h"
#include "backend/model/word_piece_model.h"

#include <absl/container/flat_hash_map.h>

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

// Of entries, not the highest id.
std::int32_t vocabularyCount(const JsonElement& model)
{
    const std::optional<JsonElement> vocab = jsonField(model, "vocab");
    simdjson::dom::object object;
    simdjson::dom::array array;
    if (vocab && vocab->get(object) == simdjson::SUCCESS) {
        return static_cast<std::int32_t>(object.size());
    }
    return vocab && vocab->get(array) == simdjson::SUCCESS ? static_cast<std::int32_t>(array.size()) : 0;
}

absl::Status addTokens(const JsonElement& json, const JsonElement& model, const std::vector<AddedToken>& others,
                       TokenizerParts& parts)
{
    AddedTokenList list(*parts.model, vocabularyCount(model));
    FIRSTLIGHT_RETURN_IF_ERROR(list.addFrom(json));
    list.addOthers(others);
    parts.doubts = list.doubts();
    parts.addedTokens = list.take();
    return absl::OkStatus();
}

void addDoubts(const JsonElement& model, TokenizerParts& parts)
{
    absl::flat_hash_map<std::int32_t, std::string> added;
    for (const AddedToken& token : parts.addedTokens) {
        added.emplace(token.id, token.content);
    }
    const auto tokenOf = [&](std::int32_t id) {
        const auto found = added.find(id);
        return found != added.end() ? std::optional(found->second) : parts.model->tokenOf(id);
    };
    for (const std::vector<std::string>& more :
         {modelDoubts(model, *parts.model), markDoubts(parts.postProcessor.marks(), tokenOf)}) {
        parts.doubts.insert(parts.doubts.end(), more.begin(), more.end());
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
    FIRSTLIGHT_RETURN_IF_ERROR(addTokens(json, *model, others, parts));
    addDoubts(*model, parts);
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
