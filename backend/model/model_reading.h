// From a folder (or a lone config.json) to its ModelSpec, through the family descriptors. Remote code named by a
// config (auto_map) is never run, only reported.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/model/config_scope.h"
#include "backend/model/descriptor_set.h"
#include "backend/model/model_spec.h"

#include <absl/status/statusor.h>

#include <optional>
#include <string>
#include <vector>

namespace firstlight::model {

// What config.json says about itself, before any family is chosen.
struct ConfigIdentity {
    std::string modelType;
    std::vector<std::string> architectures;
    bool remoteCode = false; // it has an auto_map
    std::string hash;        // xxh3 of the file, hex
};

struct ModelReading {
    ModelSpec spec;
    std::vector<ConfigFact> facts;
    ConfigIdentity identity;
};

// Failures: kPathMissing, kFileInvalid (config.json is no JSON), kConfigInvalid, kModelUnsupported (no family fits:
// names the model_type and the nearest families with what they do not explain).
// `index` decides between alternative tensor names; nullptr: the checkpoint's own is opened, and where there is none
// the family's usual names are taken.
absl::StatusOr<ModelReading> readModel(const std::string& directory, const DescriptorSet& descriptors,
                                       const checkpoint::CheckpointIndex* index = nullptr);
absl::StatusOr<ModelSpec> readModelSpec(const std::string& directory, const DescriptorSet& descriptors);

} // namespace firstlight::model
