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

// kConfigInvalid when a value is missing, out of range or contradicts another one.
absl::StatusOr<BuiltSpec> buildSpec(const nlohmann::json& config, const FamilyDescriptor& family,
                                    const NameProbe& probe = {});

} // namespace firstlight::model
