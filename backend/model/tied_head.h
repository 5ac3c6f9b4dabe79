// A head that the configuration calls tied to the embedding, and of which the files hold another one.
//
// It happens where somebody trained or resized the head and kept the configuration. What the files hold is the model:
// transformers does not tie such a head either.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/model/spec_builder.h"

#include <absl/status/statusor.h>

#include <optional>
#include <string>

namespace firstlight::model {

// Names of the tensors.
struct OwnHead {
    std::string head;
    std::string embedding;
};

// Makes `built` the model with that head. nullopt: the head is not tied anyway, the files have none, or it holds what
// the embedding holds (by a sample of their values); `built` stays as it is. A file that cannot be read is no reason to
// doubt the configuration. Failures: those of buildSpec().
absl::StatusOr<std::optional<OwnHead>> takeOwnHead(const nlohmann::json& config, const FamilyDescriptor& family,
                                                   const checkpoint::CheckpointIndex& index, const NameProbe& probe,
                                                   BuiltSpec& built);

} // namespace firstlight::model
