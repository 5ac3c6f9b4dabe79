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
#include <array>
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

// What the files name and the vocabulary has is special, also where no list of added tokens says so.
void addNamedTokens(const TokenizerSettings& settings, const nlohmann::json& vocab, nlohmann::json& added)
{
    absl::flat_hash_set<std::string> known;
    for (const nlohmann::json& token : added) {
        known.insert(token.at("content").get<std::string>());
    }
    for (const auto& [name, content] : settings.namedTokens) {
        const auto id = vocab.find(content);
        if (id != vocab.end() && id->is_number_unsigned() && known.insert(content).second) {
            added.push_back({{"id", *id}, {"content", content}, {"normalized", false}, {"special", true}});
        }
    }
}

std::string namedToken(const TokenizerSettings& settings, const char* name, const char* usual = "")
{
    const auto token = settings.namedTokens.find(name);
    return token == settings.namedTokens.end() ? usual : token->second;
}

// The tokens around a text; those that are empty or that the vocabulary lacks are left out. Null: there are none.
nlohmann::json marksAround(const nlohmann::json& vocab, const std::string& before, const std::string& behind)
{
    nlohmann::json tokens = nlohmann::json::object();
    nlohmann::json single = nlohmann::json::array();
    const auto add = [&](const std::string& token) {
        const auto id = vocab.find(token);
        if (!token.empty() && id != vocab.end()) {
            tokens[token] = {{"id", token}, {"ids", {*id}}, {"tokens", {token}}};
            single.push_back({{"SpecialToken", {{"id", token}, {"type_id", 0}}}});
        }
    };
    add(before);
    single.push_back({{"Sequence", {{"id", "A"}, {"type_id", 0}}}});
    add(behind);
    if (tokens.empty()) {
        return nullptr;
    }
    return {{"type", "TemplateProcessing"}, {"single", single}, {"pair", single}, {"special_tokens", tokens}};
}

// Files of the same names with another meaning.
absl::Status checkTokenizerClass(const TokenizerSettings& settings)
{
    constexpr std::array<std::string_view, 9> kOthers{"BioGpt", "GPTNeoXJapanese", "BertJapanese", "XLM", "Flaubert",
                                                      "FSMT",   "Phobert",         "Bertweet",     "CTRL"};
    const bool isOther = std::ranges::any_of(kOthers, [&](std::string_view start) {
        return settings.tokenizerClass.starts_with(start) &&
               settings.tokenizerClass.substr(start.size()).starts_with("Tokenizer");
    });
    return isOther
               ? base::failure(reasons::kModelUnsupported,
                               {{"detail", "its tokenizer is a program of its own kind, " + settings.tokenizerClass}})
               : absl::OkStatus();
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
    constexpr std::array<std::string_view, 5> kSentencePairs{"Roberta", "Bart", "Longformer", "LED", "Deberta"};
    const bool isOfPairs = std::ranges::any_of(
        kSentencePairs, [&](std::string_view start) { return settings.tokenizerClass.starts_with(start); });
    nlohmann::json added = addedTokensJson(settings);
    addNamedTokens(settings, vocab, added);
    nlohmann::json around = isOfPairs ? marksAround(vocab, namedToken(settings, "cls_token", "<s>"),
                                                    namedToken(settings, "sep_token", "</s>"))
                                      : marksAround(vocab, settings.addBegin ? namedToken(settings, "bos_token") : "",
                                                    settings.addEnd ? namedToken(settings, "eos_token") : "");
    nlohmann::json json = {{"added_tokens", std::move(added)},
                           {"pre_tokenizer", splitByBytes(settings)},
                           {"post_processor", std::move(around)},
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
    addNamedTokens(settings, vocab, added);
    nlohmann::json around =
        marksAround(vocab, namedToken(settings, "cls_token", "[CLS]"), namedToken(settings, "sep_token", "[SEP]"));
    const std::string unknown = namedToken(settings, "unk_token", "[UNK]");
    const bool lowercase = settings.lowercase.value_or(true);
    const nlohmann::json json = {
        {"added_tokens", std::move(added)},
        {"post_processor", std::move(around)},
        {"normalizer",
         {{"type", "BertNormalizer"},
          {"lowercase", lowercase},
          {"strip_accents", settings.stripAccents.value_or(lowercase)},
          {"handle_chinese_chars", settings.chineseCharacters}}},
        {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
        {"decoder", {{"type", "WordPiece"}}},
        {"model", {{"type", "WordPiece"}, {"unk_token", unknown}, {"vocab", std::move(vocab)}}}};
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
    FIRSTLIGHT_RETURN_IF_ERROR(checkTokenizerClass(settings));
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
