#include "backend/model/model_reading.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/checkpoint_place.h"
#include "backend/checkpoint/checkpoint_survey.h"
#include "backend/model/family_trial.h"
#include "backend/model/gguf_config.h"
#include "backend/model/spec_builder.h"

#include <absl/strings/str_replace.h>

#include <algorithm>
#include <filesystem>

namespace firstlight::model {
namespace {

constexpr std::size_t kTriedFamilies = 3;
constexpr std::string_view kUsualOrigin = "config.json";

template <typename Item, typename NameOf>
bool anyBeginsWith(const std::vector<Item>& sorted, std::string_view start, NameOf nameOf)
{
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), start,
                                        [&](const Item& item, std::string_view name) { return nameOf(item) < name; });
    return place != sorted.end() && nameOf(*place).starts_with(start);
}

// Facts name config.json; a config may be made from something else.
void nameOrigin(const ConfigFile& config, std::vector<ConfigFact>& facts)
{
    for (ConfigFact& fact : facts) {
        if (config.origin != kUsualOrigin && fact.origin.starts_with(kUsualOrigin)) {
            fact.origin.replace(0, kUsualOrigin.size(), config.origin);
        }
    }
}

// The same for failures.
absl::Status nameOrigin(const ConfigFile& config, const absl::Status& status)
{
    base::FailureInfo info = base::failureInfo(status);
    if (config.origin == kUsualOrigin || info.reasonId != reasons::kConfigInvalid.id) {
        return status;
    }
    return base::failure(
        reasons::kConfigInvalid,
        {{"file", config.origin},
         {"detail", absl::StrReplaceAll(info.arguments["detail"], {{kUsualOrigin.data(), config.origin}})}});
}

} // namespace

absl::StatusOr<ConfigFile> readConfig(const std::string& path, const std::string& directory,
                                      const checkpoint::CheckpointSurvey& survey)
{
    if (survey.gguf != nullptr) {
        return configFromGguf(*survey.gguf, survey.index);
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(ConfigFile config, readConfigFile(path, directory));
    const checkpoint::TensorEntry* embedding = survey.index.find("tok_embeddings.weight");
    if (config.modelType.starts_with("params:") && !config.content.contains("vocab_size") && embedding != nullptr &&
        !embedding->shape.empty()) {
        config.content["vocab_size"] = embedding->shape.front(); // what Meta's files leave open
    }
    return config;
}

NameProbe nameProbe(const checkpoint::CheckpointIndex& index, const std::vector<std::string>& promised)
{
    if (index.tensors.empty() && promised.empty()) {
        return {};
    }
    return [&](std::string_view start) {
        const auto ofTensor = [](const checkpoint::TensorEntry& tensor) { return std::string_view(tensor.name); };
        const auto ofName = [](const std::string& name) { return std::string_view(name); };
        return anyBeginsWith(index.tensors, start, ofTensor) || anyBeginsWith(promised, start, ofName);
    };
}

absl::StatusOr<ModelReading> readModel(const ConfigFile& config, const DescriptorSet& descriptors,
                                       const checkpoint::CheckpointIndex& index, const std::string& name,
                                       const std::vector<std::string>& promised)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const FamilyDescriptor* family,
                                descriptors.find(config.modelType, config.architectures));
    if (family == nullptr) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::vector<FamilyTrial> trials,
                                    tryFamilies(config, descriptors, index, promised, kTriedFamilies));
        return unsupportedFamily(config, trials);
    }
    const NameProbe probe = nameProbe(index, promised);
    absl::StatusOr<BuiltSpec> built = buildSpec(config.content, *family, probe);
    if (!built.ok()) {
        return nameOrigin(config, built.status());
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(std::optional<OwnHead> ownHead,
                                takeOwnHead(config.content, *family, index, probe, *built));
    built->spec.modelType = config.modelType;
    built->spec.name = name;
    nameOrigin(config, built->facts);
    return ModelReading{std::move(built->spec), std::move(built->facts), std::move(ownHead)};
}

absl::StatusOr<ModelSpec> readModelSpec(const std::string& path, const DescriptorSet& descriptors)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const checkpoint::CheckpointPlace place, checkpoint::resolvePlace(path));
    const checkpoint::CheckpointSurvey survey = checkpoint::surveyCheckpoint(place.directory, place.file);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const ConfigFile config, readConfig(path, place.directory, survey));
    FIRSTLIGHT_ASSIGN_OR_RETURN(ModelReading reading,
                                readModel(config, descriptors, survey.index,
                                          std::filesystem::path(place.directory).filename().string(), survey.promised));
    return std::move(reading.spec);
}

} // namespace firstlight::model
