#include "backend/model/tokenizer_settings.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"
#include "backend/model/vocabulary.h"

#include <absl/container/flat_hash_set.h>
#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace firstlight::model {

namespace {

absl::StatusOr<nlohmann::json> readObject(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        return nlohmann::json::object();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(nlohmann::json json, base::readJsonFile(path.string()));
    return json.is_object() ? json : nlohmann::json::object();
}

std::optional<bool> flag(const nlohmann::json& json, const char* name)
{
    const auto found = json.find(name);
    return found != json.end() && found->is_boolean() ? std::optional(found->get<bool>()) : std::nullopt;
}

std::string text(const nlohmann::json& json, const char* name)
{
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

absl::Status badToken(const char* file, const std::string& content)
{
    return base::failure(reasons::kFileInvalid,
                         {{"file", file}, {"detail", absl::StrCat("added token \"", content, "\" has no valid id")}});
}

// {"32000": {"content": "<|im_end|>", "lstrip": false, ..., "special": true}, ...}
absl::Status readAddedTokensDecoder(const nlohmann::json& config, std::vector<AddedToken>& tokens)
{
    const auto decoder = config.find("added_tokens_decoder");
    if (decoder == config.end() || !decoder->is_object()) {
        return absl::OkStatus();
    }
    for (const auto& [key, value] : decoder->items()) {
        AddedToken token;
        token.content = value.is_object() ? text(value, "content") : "";
        if (token.content.empty() || !absl::SimpleAtoi(key, &token.id) || token.id < 0 || token.id > kMaxTokenId) {
            return badToken("tokenizer_config.json", key);
        }
        token.leftStrip = flag(value, "lstrip").value_or(false);
        token.rightStrip = flag(value, "rstrip").value_or(false);
        token.singleWord = flag(value, "single_word").value_or(false);
        token.special = flag(value, "special").value_or(false);
        token.normalized = flag(value, "normalized").value_or(!token.special);
        tokens.push_back(std::move(token));
    }
    return absl::OkStatus();
}

// {"<|im_end|>": 32000, ...}
absl::Status readAddedTokens(const nlohmann::json& file, std::vector<AddedToken>& tokens)
{
    absl::flat_hash_set<std::string> known;
    for (const AddedToken& token : tokens) {
        known.insert(token.content);
    }
    for (const auto& [content, id] : file.items()) {
        if (known.contains(content)) {
            continue;
        }
        if (content.empty() || !id.is_number_unsigned() || id.get<std::uint64_t>() > kMaxTokenId) {
            return badToken("added_tokens.json", content);
        }
        AddedToken token;
        token.id = id.get<std::int32_t>();
        token.content = content;
        token.special = content.starts_with("<|") || content.starts_with("[");
        tokens.push_back(std::move(token));
    }
    return absl::OkStatus();
}

} // namespace

std::map<std::string, std::string> namedTokens(const nlohmann::json& file)
{
    std::map<std::string, std::string> tokens;
    for (const auto& [name, value] : file.items()) {
        const auto content = value.is_object() ? value.find("content") : value.end();
        const nlohmann::json& token = value.is_object() && content != value.end() ? *content : value;
        if (name.ends_with("_token") && token.is_string()) {
            tokens.emplace(name, token.get<std::string>());
        }
    }
    return tokens;
}

absl::StatusOr<TokenizerSettings> readTokenizerSettings(const std::string& directory)
{
    const std::filesystem::path folder(directory);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json config, readObject(folder / "tokenizer_config.json"));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json added, readObject(folder / "added_tokens.json"));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json map, readObject(folder / "special_tokens_map.json"));
    TokenizerSettings settings;
    for (const nlohmann::json* file : {&config, &map}) {
        std::map<std::string, std::string> named = namedTokens(*file);
        std::erase_if(named, [](const auto& token) { return token.second.empty(); });
        settings.namedTokens.merge(named); // what the first file says counts
    }
    settings.tokenizerClass = text(config, "tokenizer_class");
    settings.legacy = flag(config, "legacy");
    settings.addPrefixSpace = flag(config, "add_prefix_space");
    settings.lowercase = flag(config, "do_lower_case");
    settings.stripAccents = flag(config, "strip_accents");
    settings.chineseCharacters = flag(config, "tokenize_chinese_chars").value_or(true);
    const bool llama = settings.tokenizerClass.starts_with("Llama") || settings.tokenizerClass.starts_with("Gemma");
    settings.addBegin = flag(config, "add_bos_token").value_or(llama);
    settings.addEnd = flag(config, "add_eos_token").value_or(settings.tokenizerClass.starts_with("T5"));
    FIRSTLIGHT_RETURN_IF_ERROR(readAddedTokensDecoder(config, settings.addedTokens));
    FIRSTLIGHT_RETURN_IF_ERROR(readAddedTokens(added, settings.addedTokens));
    std::stable_sort(settings.addedTokens.begin(), settings.addedTokens.end(),
                     [](const AddedToken& a, const AddedToken& b) { return a.id < b.id; });
    return settings;
}

} // namespace firstlight::model
