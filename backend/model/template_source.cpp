#include "backend/model/template_source.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/base/json.h"

#include <absl/strings/str_cat.h>

#include <filesystem>
#include <system_error>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTemplateBytes = std::int64_t{1} << 20;
constexpr const char* kTokenNames[] = {"bos_token", "eos_token", "unk_token", "sep_token",
                                       "pad_token", "cls_token", "mask_token"};

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

void addTokens(const nlohmann::json& config, nlohmann::json& variables)
{
    for (const char* name : kTokenNames) {
        const nlohmann::json text = tokenText(config.value(name, nlohmann::json()));
        if (text.is_string() && !variables.contains(name)) {
            variables[name] = text;
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
    return source.text.empty() ? templateFailed(absl::StrCat(origin, " has no template named \"default\"")) : absl::OkStatus();
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
    return "";
}

absl::Status readTemplate(const std::filesystem::path& folder, const nlohmann::json& tokenizerConfig, TemplateSource& source)
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
        return templateFailed(absl::StrCat(folder.string(), " has no chat template: this family writes prompts by a program of its "
                                                            "own (", program, "), which is never run here; a chat_template.jinja "
                                                            "that writes the same prompts can be put beside it"));
    }
    return templateFailed(absl::StrCat(folder.string(), " has no chat template (chat_template.jinja, chat_template.json, "
                                                        "or chat_template in tokenizer_config.json); a base model has "
                                                        "none, and an instruction model's copy may be incomplete"));
}

} // namespace

absl::StatusOr<TemplateSource> findTemplate(const std::string& directory)
{
    const std::filesystem::path folder(directory);
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
