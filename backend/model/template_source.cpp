#include "backend/model/template_source.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/base/json.h"
#include "backend/base/resources.h"
#include "backend/model/tokenizer_settings.h"
#include "backend/model/utf8.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_cat.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTemplateBytes = std::int64_t{1} << 20;

// What a base model is to go on with: the texts of the conversation.
constexpr const char* kPlainText = R"({{ bos_token or "" }}{% for message in messages -%}
{% if message.content is string %}{{ message.content }}{% else %}{% for part in message.content -%}
{% if part.type == "text" %}{{ part.text }}{% else %}{{ raise_exception("a checkpoint without a chat template has no place for pictures") }}{% endif %}
{%- endfor %}{% endif %}{% if not loop.last %}{{ "\n" }}{% endif %}
{%- endfor %})";

struct GgufTokenId {
    const char* name; // of the template's variable
    const char* key;
};
constexpr GgufTokenId kGgufTokenIds[] = {{"bos_token", "tokenizer.ggml.bos_token_id"},
                                         {"eos_token", "tokenizer.ggml.eos_token_id"},
                                         {"unk_token", "tokenizer.ggml.unknown_token_id"},
                                         {"sep_token", "tokenizer.ggml.seperator_token_id"}, // so spelled by the format
                                         {"pad_token", "tokenizer.ggml.padding_token_id"},
                                         {"cls_token", "tokenizer.ggml.cls_token_id"},
                                         {"mask_token", "tokenizer.ggml.mask_token_id"}};

bool exists(const std::string& path)
{
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

absl::Status templateFailed(const std::string& detail)
{
    return base::failure(reasons::kTemplateFailed, {{"detail", detail}});
}

// A token is written as its text or as an object with "content".
nlohmann::json tokenText(const nlohmann::json& token)
{
    return token.is_object() ? token.value("content", nlohmann::json()) : token;
}

void addNamed(const std::string& name, const nlohmann::json& token, nlohmann::json& variables)
{
    const nlohmann::json text = tokenText(token);
    if (text.is_string() && !variables.contains(name)) {
        variables[name] = text;
    }
}

// The usual ones, and those that a model has besides: "image_token", or whatever extra_special_tokens names.
void addTokens(const nlohmann::json& config, nlohmann::json& variables)
{
    for (const auto& [name, token] : namedTokens(config)) {
        addNamed(name, token, variables);
    }
    for (const char* key : {"extra_special_tokens", "model_specific_special_tokens"}) {
        const nlohmann::json own = config.value(key, nlohmann::json());
        for (const auto& [name, token] : own.items()) {
            if (own.is_object()) {
                addNamed(name, token, variables);
            }
        }
    }
    const nlohmann::json extra = config.value("additional_special_tokens", nlohmann::json());
    if (extra.is_array() && !variables.contains("additional_special_tokens")) {
        nlohmann::json list = nlohmann::json::array();
        for (const nlohmann::json& token : extra) {
            list.push_back(tokenText(token));
        }
        variables["additional_special_tokens"] = std::move(list);
    }
}

absl::StatusOr<nlohmann::json> readObject(const std::string& path)
{
    if (!exists(path)) {
        return nlohmann::json::object();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(nlohmann::json json, base::readJsonFile(path));
    return json.is_object() ? json : nlohmann::json::object();
}

// "chat_template" as text, or as a list of {"name", "template"}.
absl::Status takeTemplate(const nlohmann::json& value, const std::string& origin, TemplateSource& source)
{
    source.origin = origin;
    if (value.is_string()) {
        source.text = value.get<std::string>();
        return absl::OkStatus();
    }
    for (const nlohmann::json& entry : value.is_array() ? value : nlohmann::json::array()) {
        const bool valid = entry.is_object() && entry.value("name", nlohmann::json()).is_string() &&
                           entry.value("template", nlohmann::json()).is_string();
        if (valid && entry["name"] == "default") {
            source.text = entry["template"].get<std::string>();
            source.origin = absl::StrCat(origin, " (\"default\")");
        } else if (valid && entry["name"] == "tool_use") {
            source.toolUse = entry["template"].get<std::string>();
        }
    }
    return source.text.empty() ? templateFailed(absl::StrCat(origin, " has no template named \"default\""))
                               : absl::OkStatus();
}

// Kimi-K3 and the newest of DeepSeek bring a program instead of a template; "" when there is none.
std::string findEncodingProgram(const std::filesystem::path& folder)
{
    for (const std::filesystem::path& place : {folder, folder / "encoding"}) {
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(place, error)) {
            const std::string name = entry.path().filename().string();
            if (name.starts_with("encoding_") && name.ends_with(".py")) {
                return std::filesystem::relative(entry.path(), folder, error).string();
            }
        }
    }
    return exists((folder / "encoding" / "encoding.py").string()) ? "encoding/encoding.py" : "";
}

// "encoding_x" of a program of that name; a program that is named "encoding.py" has its name from the model's type.
std::string encoderName(const std::filesystem::path& folder, const std::string& program)
{
    const std::string stem = std::filesystem::path(program).stem().string();
    if (stem != "encoding") {
        return stem;
    }
    const auto config = readObject((folder / "config.json").string());
    const nlohmann::json type = config.ok() ? config->value("model_type", nlohmann::json()) : nlohmann::json();
    const bool isName = type.is_string() && std::ranges::all_of(type.get<std::string>(), [](char c) {
                            return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
                        });
    return isName ? absl::StrCat(stem, "_", type.get<std::string>()) : stem;
}

// Programs of one name differ between checkpoints; an encoder tells by its text which one it stands for.
void addProgramText(const std::filesystem::path& file, nlohmann::json& variables)
{
    const absl::StatusOr<std::string> text = base::readFile(file.string(), kMaxTemplateBytes);
    if (text.ok() && isValidUtf8(*text)) {
        variables["encoding_program"] = *text;
    }
}

// A template that writes what the program would: the user's own before the one that ships.
absl::Status readEncoder(const std::filesystem::path& folder, const std::string& program, TemplateSource& source)
{
    const std::string file = encoderName(folder, program) + ".jinja";
    const std::string own = base::userConfigDirectory() + "/encoders/" + file;
    for (const std::string& path : {own, base::resourceDirectory() + "/encoders/" + file}) {
        if (exists(path)) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(source.text, base::readFile(path, kMaxTemplateBytes));
            source.origin = file + ", in place of " + program;
            source.isEncoder = true;
            addProgramText(folder / program, source.variables);
            return absl::OkStatus();
        }
    }
    return templateFailed(absl::StrCat("this family has no template, but a program that writes prompts (", program,
                                       "), which is never run here; a template that writes the same prompts can be put "
                                       "at ",
                                       own, " or, as chat_template.jinja, beside the weights"));
}

void usePlainText(TemplateSource& source)
{
    source.text = kPlainText;
    source.origin = "no chat template: plain text";
    source.isPlainText = true;
}

absl::Status readTemplate(const std::filesystem::path& folder, const nlohmann::json& tokenizerConfig,
                          TemplateSource& source)
{
    const std::string jinja = (folder / "chat_template.jinja").string();
    const std::string json = (folder / "chat_template.json").string();
    if (exists(jinja)) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(source.text, base::readFile(jinja, kMaxTemplateBytes));
        source.origin = "chat_template.jinja";
        const std::string toolUse = (folder / "additional_chat_templates" / "tool_use.jinja").string();
        if (exists(toolUse)) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(source.toolUse, base::readFile(toolUse, kMaxTemplateBytes));
        }
        return absl::OkStatus();
    }
    if (exists(json)) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json file, readObject(json));
        return takeTemplate(file.value("chat_template", nlohmann::json()), "chat_template.json", source);
    }
    const nlohmann::json inConfig = tokenizerConfig.value("chat_template", nlohmann::json());
    if (!inConfig.is_null()) {
        return takeTemplate(inConfig, "tokenizer_config.json", source);
    }
    if (const std::string program = findEncodingProgram(folder); !program.empty()) {
        return readEncoder(folder, program, source);
    }
    usePlainText(source);
    return absl::OkStatus();
}

// The text of the token whose id the metadata gives under `key`.
std::string ggufToken(const checkpoint::GgufMetadata& metadata, std::string_view key)
{
    const auto& tokens = *metadata.texts("tokenizer.ggml.tokens");
    const std::optional<std::int64_t> id = metadata.integer(key);
    const bool isKnown = id && *id >= 0 && static_cast<std::uint64_t>(*id) < tokens.size();
    return isKnown ? tokens[static_cast<std::size_t>(*id)] : std::string();
}

TemplateSource ggufTemplate(const checkpoint::GgufMetadata& metadata)
{
    TemplateSource source;
    source.origin = "GGUF metadata tokenizer.chat_template";
    source.text = metadata.text("tokenizer.chat_template");
    source.toolUse = metadata.text("tokenizer.chat_template.tool_use");
    source.variables = nlohmann::json::object();
    for (const auto& [name, key] : kGgufTokenIds) {
        if (std::string token = ggufToken(metadata, key); isValidUtf8(token) && !token.empty()) {
            source.variables[name] = std::move(token);
        }
    }
    if (source.text.empty()) {
        usePlainText(source);
    }
    return source;
}

} // namespace

absl::StatusOr<TemplateSource> findTemplate(const TextSource& place)
{
    if (place.isGguf()) {
        return ggufTemplate(*place.gguf);
    }
    const std::filesystem::path folder(place.directory);
    TemplateSource source;
    source.variables = nlohmann::json::object();
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json config, readObject((folder / "tokenizer_config.json").string()));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json map, readObject((folder / "special_tokens_map.json").string()));
    addTokens(config, source.variables);
    addTokens(map, source.variables);
    FIRSTLIGHT_RETURN_IF_ERROR(readTemplate(folder, config, source));
    return source;
}

} // namespace firstlight::model
