#include "backend/model/config_file.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"
#include "backend/checkpoint/file_reading.h"
#include "backend/checkpoint/foreign_content.h"
#include "backend/model/config_scope.h"
#include "backend/model/params_config.h"

#include <xxhash.h>

#include <cstdio>
#include <filesystem>

namespace firstlight::model {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr char kConfigName[] = "config.json";
constexpr char kParamsName[] = "params.json"; // of Mistral and Meta
constexpr std::uint64_t kMaxConfigBytes = 16U << 20;

std::string textAt(const json& object, std::initializer_list<const char*> paths)
{
    for (const char* path : paths) {
        const json* node = findPath(object, path);
        if (node != nullptr && node->is_string()) {
            return node->get<std::string>();
        }
    }
    return {};
}

std::vector<std::string> textsAt(const json& object, const char* path)
{
    std::vector<std::string> texts;
    const json* list = findPath(object, path);
    if (list != nullptr && list->is_array()) {
        for (const json& item : *list) {
            if (item.is_string()) {
                texts.push_back(item.get<std::string>());
            }
        }
    }
    return texts;
}

absl::Status invalid(const std::string& name, const std::string& detail)
{
    return base::failure(reasons::kFileInvalid, {{"file", name}, {"detail", detail}});
}

absl::StatusOr<json> parseConfig(const std::string& text, const std::string& name)
{
    if (!text.starts_with('{')) {
        const std::string foreign =
            checkpoint::describeForeignContent(std::string_view(text).substr(0, checkpoint::kForeignProbeBytes));
        if (!foreign.empty()) {
            return invalid(name, foreign);
        }
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(json content, base::parseJson(text, name));
    return content.is_object() ? absl::StatusOr<json>(std::move(content)) : invalid(name, "it is not a JSON object");
}

// What says which model it is must not be passed over when it is something else.
absl::Status checkIdentity(const json& content)
{
    const json* type = findPath(content, "model_type");
    if (type != nullptr && !type->is_string()) {
        return configFailure("model_type is " + shortValue(*type) + "; a text is expected");
    }
    const json* architectures = findPath(content, "architectures");
    if (architectures != nullptr && !architectures->is_array()) {
        return configFailure("architectures is " + shortValue(*architectures) + "; a list of texts is expected");
    }
    for (const char* key : {"dtype", "torch_dtype"}) {
        const json* dtype = findPath(content, key);
        if (dtype != nullptr && !dtype->is_string() && !dtype->is_object()) { // an object: one for each part
            return configFailure(std::string(key) + " is " + shortValue(*dtype) + "; a text is expected");
        }
    }
    const json* quantisation = findPath(content, "quantization_config");
    return quantisation == nullptr || quantisation->is_object()
               ? absl::OkStatus()
               : configFailure("quantization_config is " + shortValue(*quantisation) + "; an object is expected");
}

std::string nameIn(const std::string& directory)
{
    std::error_code error;
    const bool isOther =
        !fs::exists(directory + "/" + kConfigName, error) && fs::exists(directory + "/" + kParamsName, error);
    return isOther ? kParamsName : kConfigName;
}

// MLX says how it stores weights under a key of its own, and names no method.
void addMlx(json& content)
{
    const json* settings = findPath(content, "quantization");
    if (settings != nullptr && settings->is_object() && settings->contains("bits") &&
        findPath(content, "quantization_config.quant_method") == nullptr) {
        json named = *settings;
        named["quant_method"] = "mlx";
        content["quantization_config"] = std::move(named);
    }
}

// "hf_quant_config.json" beside "config.json", "X_hf_quant_config.json" beside "X_config.json".
void addQuantisation(const std::string& configPath, json& content)
{
    const bool said = findPath(content, "quantization_config") != nullptr ||
                      findPath(content, "text_config.quantization_config") != nullptr;
    if (said || !configPath.ends_with(kConfigName)) {
        return;
    }
    const std::string path =
        configPath.substr(0, configPath.size() - (sizeof kConfigName - 1)) + "hf_quant_config.json";
    const auto text = checkpoint::readWholeFile(path, "hf_quant_config.json", kMaxConfigBytes);
    const absl::StatusOr<json> document = text.ok() ? base::parseJson(*text, path) : text.status();
    const json* settings = document.ok() ? findPath(*document, "quantization") : nullptr;
    if (settings != nullptr && settings->is_object()) {
        content["quantization_config"] = *settings;
        content["quantization_config"]["quant_method"] = "modelopt";
    }
}

} // namespace

absl::StatusOr<ConfigFile> readConfigFile(const std::string& path, const std::string& directory)
{
    std::error_code error;
    const bool isFile = fs::is_regular_file(path, error) && path.ends_with(".json") && !path.ends_with(".index.json");
    const std::string file = isFile ? path : directory + "/" + nameIn(directory);
    const std::string name = file.ends_with(kParamsName) ? kParamsName : kConfigName;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string text, checkpoint::readWholeFile(file, name, kMaxConfigBytes));
    ConfigFile config;
    FIRSTLIGHT_ASSIGN_OR_RETURN(config.content, parseConfig(text, name));
    if (isParams(config.content)) {
        config.origin = kParamsName;
        completeParams(config.content);
    }
    FIRSTLIGHT_RETURN_IF_ERROR(checkIdentity(config.content));
    addMlx(config.content);
    addQuantisation(file, config.content);
    const json& content = config.content;
    config.modelType = textAt(content, {"model_type"});
    config.architectures = textsAt(content, "architectures");
    config.dtype = textAt(content, {"torch_dtype", "dtype", "text_config.torch_dtype", "text_config.dtype"});
    config.quantisationMethod =
        textAt(content, {"quantization_config.quant_method", "text_config.quantization_config.quant_method",
                         "quantization_config.quant_algo", "compression_config.quant_method"});
    const bool isNamed = isFile && fs::path(file).filename() != kConfigName && config.origin != kParamsName;
    if (isNamed && config.modelType.empty() && config.architectures.empty()) {
        return base::failure(
            reasons::kNoWeights,
            {{"path", path}, {"detail", "it is not the configuration of a model, which has a model_type"}});
    }
    config.remoteCode = content.contains("auto_map");
    config.hash = contentHash(text);
    return config;
}

std::string contentHash(const std::string& text)
{
    char hex[17];
    std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(XXH3_64bits(text.data(), text.size())));
    return hex;
}

bool jsonFileHasKey(const std::string& path, const std::string& key)
{
    const auto text = checkpoint::readWholeFile(path, path, kMaxConfigBytes);
    const absl::StatusOr<json> content = text.ok() ? base::parseJson(*text, path) : text.status();
    return content.ok() && content->is_object() && findPath(*content, key) != nullptr;
}

} // namespace firstlight::model
