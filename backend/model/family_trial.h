// What of a family fits a model that is not the family's: clues for people, never a basis for running anything.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/model/config_file.h"
#include "backend/model/coverage.h"
#include "backend/model/descriptor_set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::model {

// Tensors whose names differ in numbers only.
struct TensorKind {
    std::string name; // "model.layers.*.self_attn.sinks"
    std::string detail;
    std::int64_t count = 0;
    std::vector<std::int32_t> layers; // the first numbers in the names, in order
};

// A setting of config.json that the family does not read although its value may matter.
struct UnreadSetting {
    std::string path;
    std::string value;   // short
    std::string knownTo; // the family that reads a setting of this name, or "12 families"; empty: none does
};

struct FamilyTrial {
    std::string family; // id
    std::string title;
    std::string problem;       // why the config does not fit; empty: it does
    std::int64_t expected = 0; // what follows is 0 where the config does not fit or there are no tensors
    std::int64_t fitting = 0;  // name and shape
    std::int64_t missing = 0;
    std::int64_t unexplained = 0; // tensors that the family does not have
    std::vector<TensorKind> otherShapes;
    std::vector<TensorKind> missingKinds;
    std::vector<TensorKind> unexplainedKinds;
    std::vector<std::string> missingOperators; // that the engine lacks for this family
    std::vector<UnreadSetting> unread;         // that the family would not look at
    std::int64_t parametersTotal = 0;          // if it were a model of this family
    std::int64_t parametersActive = 0;
};

// The `count` families that look most like the model, best first: by their tensors, where there are any, and by how
// their model types are spelt. `promised`: names that are only announced, sorted.
absl::StatusOr<std::vector<FamilyTrial>> tryFamilies(const ConfigFile& config, const DescriptorSet& descriptors,
                                                     const checkpoint::CheckpointIndex& index,
                                                     const std::vector<std::string>& promised, std::size_t count);

// kModelUnsupported: names the model type and what the trials found.
absl::Status unsupportedFamily(const ConfigFile& config, const std::vector<FamilyTrial>& trials);

// Tensors that the model's own family does not explain.
std::vector<TensorKind> unexplainedKinds(const Coverage& coverage, const checkpoint::CheckpointIndex& index);

// "name [6] (48, layers 0 to 47)"
std::string kindText(const TensorKind& kind);

// Settings that the family does not read.
std::vector<UnreadSetting> unreadSettings(const nlohmann::json& config, const FamilyDescriptor& family,
                                          const DescriptorSet& descriptors);

} // namespace firstlight::model
