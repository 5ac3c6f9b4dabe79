// Turns a config and its family's descriptor into a ModelSpec. Nothing is guessed: what is missing is a failure.
#pragma once

#include "backend/model/config_scope.h"
#include "backend/model/tensor_expansion.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace firstlight::model {

struct BuiltSpec {
    ModelSpec spec;
    std::vector<ConfigFact> facts;
};

// Whether the head is the embedding's weight again: as the configuration says, or never, whatever it says (the family's
// value "tied" is then 0).
enum class HeadTie { kAsConfigured, kNever };

// kConfigInvalid when a value is missing, out of range or contradicts another one.
absl::StatusOr<BuiltSpec> buildSpec(const nlohmann::json& config, const FamilyDescriptor& family,
                                    const NameProbe& probe = {}, HeadTie tie = HeadTie::kAsConfigured);

} // namespace firstlight::model
