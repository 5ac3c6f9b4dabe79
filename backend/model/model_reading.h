// From a folder (or a lone config.json) to its ModelSpec, through the family descriptors.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/checkpoint/checkpoint_survey.h"
#include "backend/model/config_file.h"
#include "backend/model/config_scope.h"
#include "backend/model/descriptor_set.h"
#include "backend/model/model_spec.h"
#include "backend/model/tensor_expansion.h"
#include "backend/model/tied_head.h"

#include <absl/status/statusor.h>

#include <optional>
#include <string>
#include <vector>

namespace firstlight::model {

struct ModelReading {
    ModelSpec spec;
    std::vector<ConfigFact> facts;  // where the values came from
    std::optional<OwnHead> ownHead; // in spite of the configuration
};

// config.json as readConfigFile() finds it, or what a GGUF file says of itself. `path` and `directory` are as given and
// as resolved.
absl::StatusOr<ConfigFile> readConfig(const std::string& path, const std::string& directory,
                                      const checkpoint::CheckpointSurvey& survey);

// Answers from the tensors that are there, or announced (`promised`, sorted). Both must outlive the probe.
NameProbe nameProbe(const checkpoint::CheckpointIndex& index, const std::vector<std::string>& promised);

// Failures: kConfigInvalid, kModelUnsupported (no family fits: names the model_type and the nearest families with what
// they do not explain). The tensors decide between alternative names; where they have none of them, the family's usual
// names are taken. `name` is the model's name for people.
absl::StatusOr<ModelReading> readModel(const ConfigFile& config, const DescriptorSet& descriptors,
                                       const checkpoint::CheckpointIndex& index, const std::string& name,
                                       const std::vector<std::string>& promised = {});

// Reads config.json and the headers of `path` (as for openCheckpoint()) itself. The model may need operators that the
// engine does not have: see checkRunnable(). Failures besides those of readModel(): kPathMissing, kFileInvalid.
absl::StatusOr<ModelSpec> readModelSpec(const std::string& path, const DescriptorSet& descriptors);

} // namespace firstlight::model
