#include "backend/model/model_reading.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/checkpoint_survey.h"
#include "backend/checkpoint/shard_files.h"
#include "backend/model/spec_builder.h"

#include <filesystem>

namespace firstlight::model {
namespace {

// What of a family fits a config that is not the family's: a clue for people, never a basis for running anything.
std::string attempt(const nlohmann::json& config, const FamilyDescriptor& family)
{
    const auto built = buildSpec(config, family);
    if (built.ok()) {
        return family.id + " finds all values it asks for";
    }
    const auto arguments = base::failureInfo(built.status()).arguments;
    const auto detail = arguments.find("detail");
    return family.id + " does not fit (" + (detail == arguments.end() ? "unreadable" : detail->second) + ")";
}

absl::Status unsupported(const ConfigFile& config, const DescriptorSet& descriptors)
{
    std::string detail = config.modelType.empty() ? "config.json has no model_type"
                                                  : "no family describes model_type \"" + config.modelType + "\"";
    if (!config.architectures.empty()) {
        detail += " (" + config.architectures.front() + ")";
    }
    const char* separator = "; of the nearest families ";
    for (const FamilyDescriptor* family : descriptors.nearest(config.modelType, 2)) {
        detail += separator + attempt(config.content, *family);
        separator = ", ";
    }
    return base::failure(reasons::kModelUnsupported, absl::StatusCode::kUnimplemented, {{"detail", detail}});
}

} // namespace

absl::StatusOr<ModelReading> readModel(const ConfigFile& config, const DescriptorSet& descriptors,
                                       const checkpoint::CheckpointIndex& index, const std::string& name)
{
    const FamilyDescriptor* family = descriptors.find(config.modelType, config.architectures);
    if (family == nullptr) {
        return unsupported(config, descriptors);
    }
    const NameProbe probe = [&](std::string_view tensor) { return index.find(tensor) != nullptr; };
    FIRSTLIGHT_ASSIGN_OR_RETURN(BuiltSpec built, buildSpec(config.content, *family, probe));
    built.spec.modelType = config.modelType;
    built.spec.name = name;
    return ModelReading{std::move(built.spec), std::move(built.facts)};
}

absl::StatusOr<ModelSpec> readModelSpec(const std::string& path, const DescriptorSet& descriptors)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string directory, checkpoint::resolveDirectory(path));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const ConfigFile config, readConfigFile(path, directory));
    const checkpoint::CheckpointIndex index = checkpoint::surveyCheckpoint(directory).index;
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        ModelReading reading,
        readModel(config, descriptors, index, std::filesystem::path(directory).filename().string()));
    return std::move(reading.spec);
}

} // namespace firstlight::model
