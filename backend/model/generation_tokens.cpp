// Names of special tokens without a tokenizer: only the lists of added tokens are read.
#include "backend/base/json.h"
#include "backend/model/generation_config.h"
#include "backend/model/json_fields.h"
#include "backend/model/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>
#include <utility>

namespace firstlight::model {

namespace {

namespace fs = std::filesystem;

struct Names {
    std::map<std::int32_t, std::string> pieces;
    std::map<std::string, std::int32_t> ids;

    void add(std::int64_t id, std::string text)
    {
        if (id >= 0 && id <= INT32_MAX && !text.empty()) {
            ids.try_emplace(text, static_cast<std::int32_t>(id));
            pieces.try_emplace(static_cast<std::int32_t>(id), std::move(text));
        }
    }
};

bool isFile(const fs::path& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error);
}

// "added_tokens_decoder": {"7": {"content": "<|end|>", ...}, ...}
void addFromTokenizerConfig(const fs::path& path, Names& names)
{
    const absl::StatusOr<nlohmann::json> json = isFile(path) ? base::readJsonFile(path.string()) : nlohmann::json();
    if (!json.ok() || !json->is_object()) {
        return;
    }
    const nlohmann::json tokens = json->value("added_tokens_decoder", nlohmann::json::object());
    for (const auto& [key, token] : tokens.items()) {
        std::int32_t id = -1;
        const bool number = std::from_chars(key.data(), key.data() + key.size(), id).ec == std::errc();
        const nlohmann::json content = token.is_object() ? token.value("content", nlohmann::json()) : nlohmann::json();
        if (number && content.is_string()) {
            names.add(id, content.get<std::string>());
        }
    }
}

// "added_tokens": [{"id": 7, "content": "<|end|>", ...}, ...]
void addFromTokenizerJson(const fs::path& path, Names& names)
{
    simdjson::dom::parser parser;
    JsonElement json;
    simdjson::dom::array tokens;
    if (!isFile(path) || parser.load(path.string()).get(json) != simdjson::SUCCESS ||
        json["added_tokens"].get(tokens) != simdjson::SUCCESS) {
        return;
    }
    for (const JsonElement& token : tokens) {
        names.add(jsonInteger(token, "id", -1), jsonString(token, "content"));
    }
}

TokenNames namesOf(const std::shared_ptr<const Names>& names)
{
    return {[names](const std::string& text) {
                const auto found = names->ids.find(text);
                return found != names->ids.end() ? std::optional(found->second) : std::nullopt;
            },
            [names](std::int32_t id) {
                const auto found = names->pieces.find(id);
                return found != names->pieces.end() ? found->second : std::string();
            }};
}

TokenNames ggufNames(const std::shared_ptr<const checkpoint::GgufMetadata>& metadata)
{
    const auto& tokens = *metadata->texts("tokenizer.ggml.tokens");
    return {[metadata, &tokens](const std::string& text) {
                const auto found = std::find(tokens.begin(), tokens.end(), text);
                return found != tokens.end() ? std::optional(static_cast<std::int32_t>(found - tokens.begin()))
                                             : std::nullopt;
            },
            [metadata, &tokens](std::int32_t id) {
                const bool isKnown = id >= 0 && static_cast<std::size_t>(id) < tokens.size();
                return isKnown && isValidUtf8(tokens[id]) ? tokens[id] : std::string();
            }};
}

} // namespace

TokenNames readTokenNames(const TextSource& place)
{
    if (place.isGguf()) {
        return ggufNames(place.gguf);
    }
    const auto names = std::make_shared<Names>();
    addFromTokenizerConfig(fs::path(place.directory) / "tokenizer_config.json", *names);
    if (names->pieces.empty()) {
        addFromTokenizerJson(fs::path(place.directory) / "tokenizer.json", *names);
    }
    return namesOf(names);
}

} // namespace firstlight::model
