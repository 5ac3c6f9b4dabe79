#include "backend/model/model_reading.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/checkpoint_place.h"
#include "backend/checkpoint/checkpoint_survey.h"
#include "backend/model/gguf_config.h"
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
    std::string detail = config.modelType.empty() ? config.origin + " has no model_type"
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

// Facts name config.json; a config may be made from something else.
void nameOrigin(const ConfigFile& config, std::vector<ConfigFact>& facts)
{
    constexpr std::string_view kUsual = "config.json";
    for (ConfigFact& fact : facts) {
        if (config.origin != kUsual && fact.origin.starts_with(kUsual)) {
            fact.origin.replace(0, kUsual.size(), config.origin);
        }
    }
}

} // namespace

absl::StatusOr<ConfigFile> readConfig(const std::string& path, const std::string& directory,
                                      const checkpoint::CheckpointSurvey& survey)
{
    return survey.gguf == nullptr ? readConfigFile(path, directory)
                                  : absl::StatusOr<ConfigFile>(configFromGguf(*survey.gguf, survey.index));
}

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
    nameOrigin(config, built.facts);
    return ModelReading{std::move(built.spec), std::move(built.facts)};
}

absl::StatusOr<ModelSpec> readModelSpec(const std::string& path, const DescriptorSet& descriptors)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const checkpoint::CheckpointPlace place, checkpoint::resolvePlace(path));
    const checkpoint::CheckpointSurvey survey = checkpoint::surveyCheckpoint(place.directory, place.file);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const ConfigFile config, readConfig(path, place.directory, survey));
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        ModelReading reading,
        readModel(config, descriptors, survey.index, std::filesystem::path(place.directory).filename().string()));
    return std::move(reading.spec);
}

} // namespace firstlight::model
