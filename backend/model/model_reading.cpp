#include "backend/model/model_reading.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"
#include "backend/checkpoint/checkpoint_survey.h"
#include "backend/checkpoint/file_reading.h"
#include "backend/checkpoint/foreign_content.h"
#include "backend/checkpoint/shard_files.h"
#include "backend/model/spec_builder.h"

#include <nlohmann/json.hpp>
#include <xxhash.h>

#include <cstdio>
#include <filesystem>

namespace firstlight::model {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr char kConfigName[] = "config.json";
constexpr std::uint64_t kMaxConfigBytes = 16U << 20;

struct ConfigFile
{
    json content;
    ConfigIdentity identity;
};

std::string hashOf(const std::string& text)
{
    char hex[17];
    std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(XXH3_64bits(text.data(), text.size())));
    return hex;
}

std::string textAt(const json& object, const char* key)
{
    const json* node = findPath(object, key);
    return node != nullptr && node->is_string() ? node->get<std::string>() : std::string();
}

ConfigIdentity identityOf(const json& config, const std::string& text)
{
    ConfigIdentity identity;
    identity.modelType = textAt(config, "model_type");
    if (const json* list = findPath(config, "architectures"); list != nullptr && list->is_array()) {
        for (const json& name : *list) {
            if (name.is_string()) {
                identity.architectures.push_back(name.get<std::string>());
            }
        }
    }
    identity.remoteCode = config.contains("auto_map");
    identity.hash = hashOf(text);
    return identity;
}

// config.json of the folder, or the file itself when the path names a JSON file.
absl::StatusOr<ConfigFile> readConfig(const std::string& path, const std::string& directory)
{
    std::error_code error;
    const bool isFile =
        fs::is_regular_file(path, error) && path.ends_with(".json") && !path.ends_with(".safetensors.index.json");
    const std::string file = isFile ? path : directory + "/" + kConfigName;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string text, checkpoint::readWholeFile(file, kConfigName, kMaxConfigBytes));
    if (!text.starts_with('{')) {
        const std::string foreign =
            checkpoint::describeForeignContent(std::string_view(text).substr(0, checkpoint::kForeignProbeBytes));
        if (!foreign.empty()) {
            return base::failure(reasons::kFileInvalid, {{"file", kConfigName}, {"detail", foreign}});
        }
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(json content, base::parseJson(text, kConfigName));
    if (!content.is_object()) {
        return base::failure(reasons::kFileInvalid, {{"file", kConfigName}, {"detail", "it is not a JSON object"}});
    }
    ConfigIdentity identity = identityOf(content, text);
    return ConfigFile{std::move(content), std::move(identity)};
}

absl::Status unsupported(const ConfigFile& config, const DescriptorSet& descriptors)
{
    const ConfigIdentity& identity = config.identity;
    std::string detail = identity.modelType.empty() ? "config.json has no model_type"
                                                    : "no family describes model_type \"" + identity.modelType + "\"";
    if (!identity.architectures.empty()) {
        detail += " (" + identity.architectures.front() + ")";
    }
    for (const FamilyDescriptor* family : descriptors.nearest(identity.modelType, 2)) {
        const auto attempt = buildSpec(config.content, *family);
        detail += "; nearest is " + family->id +
                  (attempt.ok() ? ", whose values are all there" : ", but " + base::failureInfo(attempt.status()).what);
    }
    return base::failure(reasons::kModelUnsupported, absl::StatusCode::kUnimplemented, {{"detail", detail}});
}

} // namespace

absl::StatusOr<ModelReading> readModel(const std::string& path, const DescriptorSet& descriptors,
                                       const checkpoint::CheckpointIndex* index)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string directory, checkpoint::resolveDirectory(path));
    FIRSTLIGHT_ASSIGN_OR_RETURN(ConfigFile config, readConfig(path, directory));
    const FamilyDescriptor* family = descriptors.find(config.identity.modelType, config.identity.architectures);
    if (family == nullptr) {
        return unsupported(config, descriptors);
    }
    checkpoint::CheckpointIndex own;
    if (index == nullptr) {
        own = checkpoint::surveyCheckpoint(directory).index;
        index = &own;
    }
    const NameProbe probe = [&](std::string_view name) { return index->find(name) != nullptr; };
    FIRSTLIGHT_ASSIGN_OR_RETURN(BuiltSpec built, buildSpec(config.content, *family, probe));
    built.spec.modelType = config.identity.modelType;
    built.spec.name = fs::path(directory).filename().string();
    return ModelReading{std::move(built.spec), std::move(built.facts), std::move(config.identity)};
}

absl::StatusOr<ModelSpec> readModelSpec(const std::string& directory, const DescriptorSet& descriptors)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(ModelReading reading, readModel(directory, descriptors));
    return std::move(reading.spec);
}

} // namespace firstlight::model
