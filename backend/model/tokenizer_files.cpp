#include "backend/model/tokenizer_files.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/base/json.h"
#include "backend/model/sentencepiece_tokenizer.h"
#include "backend/model/split_patterns.h"
#include "backend/model/tekken.h"
#include "backend/model/tiktoken_tokenizer.h"
#include "backend/model/tokenizer_json.h"
#include "backend/model/tokenizer_settings.h"

#include <absl/container/flat_hash_set.h>
#include <absl/strings/str_split.h>
#include <absl/strings/strip.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxFileBytes = std::int64_t{256} << 20;
constexpr const char* kTekken = "tekken.json";
using Made = absl::StatusOr<std::unique_ptr<Tokenizer>>;

absl::Status invalid(const std::string& file, const absl::Status& status)
{
    return base::failure(reasons::kFileInvalid, {{"file", file}, {"detail", std::string(status.message())}});
}

Made named(const std::string& file, Made made)
{
    return made.ok() ? std::move(made) : invalid(file, made.status());
}

// Named tokens take the place of those that the family reserves; ids below `firstId` are ranks.
std::vector<AddedToken> joinTokens(const std::vector<AddedToken>& reserved, const std::vector<AddedToken>& named,
                                   std::int32_t firstId)
{
    std::vector<AddedToken> joined;
    absl::flat_hash_set<std::int32_t> ids;
    absl::flat_hash_set<std::string> contents;
    for (const std::vector<AddedToken>* list : {&named, &reserved}) {
        for (const AddedToken& token : *list) {
            if (token.id >= firstId && !ids.contains(token.id) && !contents.contains(token.content)) {
                ids.insert(token.id);
                contents.insert(token.content);
                joined.push_back(token);
            }
        }
    }
    return joined;
}

Made fromTiktoken(std::string_view contents, const std::string& file, const TokenizerSettings& settings)
{
    const absl::StatusOr<std::vector<TiktokenRank>> ranks = parseTiktokenRanks(contents);
    if (!ranks.ok()) {
        return invalid(file, ranks.status());
    }
    const auto last = std::max_element(ranks->begin(), ranks->end(),
                                       [](const TiktokenRank& a, const TiktokenRank& b) { return a.rank < b.rank; });
    const std::int32_t firstId = last->rank + 1;
    const TiktokenFamily family = tiktokenFamily(settings.tokenizerClass, firstId);
    std::vector<AddedToken> tokens = joinTokens(family.addedTokens, settings.addedTokens, firstId);
    return named(file, makeTiktokenTokenizer(*ranks, family.pattern, std::move(tokens)));
}

Made fromSentencePiece(std::string_view contents, const std::string& file, const TokenizerSettings& settings)
{
    absl::StatusOr<SentencePieceModel> model = parseSentencePieceModel(contents);
    if (!model.ok()) {
        return invalid(file, model.status());
    }
    SentencePieceOptions options;
    options.addedTokens = settings.addedTokens;
    options.prefixEverySection = settings.legacy.value_or(true);
    options.addBegin = settings.addBegin;
    options.addEnd = settings.addEnd;
    model->addDummyPrefix = model->addDummyPrefix && settings.addPrefixSpace.value_or(true);
    return named(file, makeSentencePieceTokenizer(*std::move(model), std::move(options)));
}

nlohmann::json addedTokensJson(const TokenizerSettings& settings)
{
    nlohmann::json list = nlohmann::json::array();
    for (const AddedToken& token : settings.addedTokens) {
        list.push_back({{"id", token.id},
                        {"content", token.content},
                        {"lstrip", token.leftStrip},
                        {"rstrip", token.rightStrip},
                        {"single_word", token.singleWord},
                        {"normalized", false},
                        {"special", token.special}});
    }
    return list;
}

nlohmann::json splitByBytes(const TokenizerSettings& settings)
{
    nlohmann::json bytes = {{"type", "ByteLevel"}, {"add_prefix_space", settings.addPrefixSpace.value_or(false)}};
    if (!settings.tokenizerClass.starts_with("Qwen2")) {
        return bytes;
    }
    bytes["use_regex"] = false;
    const nlohmann::json split = {
        {"type", "Split"}, {"pattern", {{"Regex", patterns::kQwen2}}}, {"behavior", "Isolated"}, {"invert", false}};
    return {{"type", "Sequence"}, {"pretokenizers", {split, bytes}}};
}

Made fromMerges(const std::filesystem::path& folder, const TokenizerSettings& settings)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(nlohmann::json vocab, base::readJsonFile((folder / "vocab.json").string()));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string text,
                                base::readFile((folder / "merges.txt").string(), kMaxFileBytes));
    nlohmann::json merges = nlohmann::json::array();
    for (const absl::string_view line : absl::StrSplit(text, '\n')) {
        if (!line.empty() && line.substr(0, 8) != "#version") {
            merges.push_back(std::string(line.substr(0, line.size() - (line.back() == '\r' ? 1 : 0))));
        }
    }
    nlohmann::json json = {{"added_tokens", addedTokensJson(settings)},
                           {"pre_tokenizer", splitByBytes(settings)},
                           {"decoder", {{"type", "ByteLevel"}}},
                           {"model", {{"type", "BPE"}, {"vocab", std::move(vocab)}, {"merges", std::move(merges)}}}};
    if (settings.tokenizerClass.starts_with("Qwen2")) {
        json["normalizer"] = {{"type", "NFC"}};
    }
    return parseTokenizerJson(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                              "vocab.json, merges.txt");
}

// One word piece a line; its number is its id.
Made fromWordPieces(const std::filesystem::path& folder, const TokenizerSettings& settings)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string text, base::readFile((folder / "vocab.txt").string(), kMaxFileBytes));
    nlohmann::json vocab = nlohmann::json::object();
    nlohmann::json added = addedTokensJson(settings);
    std::int64_t id = 0;
    for (const absl::string_view line : absl::StrSplit(text, '\n')) {
        const std::string token(absl::StripSuffix(line, "\r"));
        if (!token.empty()) {
            vocab[token] = id;
        }
        if (settings.addedTokens.empty() && token.starts_with('[') && token.ends_with(']') && token.size() > 4) {
            added.push_back({{"id", id}, {"content", token}, {"normalized", false}, {"special", true}});
        }
        ++id;
    }
    const bool lowercase = settings.lowercase.value_or(true);
    const nlohmann::json json = {{"added_tokens", std::move(added)},
                                 {"normalizer",
                                  {{"type", "BertNormalizer"},
                                   {"lowercase", lowercase},
                                   {"strip_accents", settings.stripAccents.value_or(lowercase)},
                                   {"handle_chinese_chars", settings.chineseCharacters}}},
                                 {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
                                 {"decoder", {{"type", "WordPiece"}}},
                                 {"model", {{"type", "WordPiece"}, {"vocab", std::move(vocab)}}}};
    return parseTokenizerJson(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), "vocab.txt");
}

bool isThere(const std::filesystem::path& path)
{
    std::error_code error;
    return std::filesystem::exists(path, error);
}

// The rank or piece file of the folder; "" when it has none.
std::string findSingleFile(const std::filesystem::path& folder)
{
    for (const char* name : {"tiktoken.model", "tokenizer.model", "spiece.model"}) {
        if (isThere(folder / name)) {
            return name;
        }
    }
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".tiktoken") {
            return entry.path().filename().string();
        }
    }
    return "";
}

} // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> loadTokenizerFiles(const std::string& directory)
{
    const std::filesystem::path folder(directory);
    if (isThere(folder / kTekken)) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string json, base::readFile((folder / kTekken).string(), kMaxFileBytes));
        return named(kTekken, parseTekken(json));
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(TokenizerSettings settings, readTokenizerSettings(directory));
    for (AddedToken& token : settings.addedTokens) {
        token.normalized = false; // these kinds look for all of them in the text as it is
    }
    if (const std::string file = findSingleFile(folder); !file.empty()) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string contents,
                                    base::readFile((folder / file).string(), kMaxFileBytes));
        const bool ranks = file == "tiktoken.model" || file.ends_with(".tiktoken") || looksLikeTiktoken(contents);
        return ranks ? fromTiktoken(contents, file, settings) : fromSentencePiece(contents, file, settings);
    }
    if (isThere(folder / "vocab.json") && isThere(folder / "merges.txt")) {
        return fromMerges(folder, settings);
    }
    if (isThere(folder / "vocab.txt")) {
        return fromWordPieces(folder, settings);
    }
    return base::failure(
        reasons::kFileAbsent,
        {{"file", "tokenizer.json"},
         {"detail", "there is no other tokenizer either (tekken.json, tiktoken.model, tokenizer.model, vocab.json with "
                    "merges.txt, vocab.txt)"}});
}

} // namespace firstlight::model
