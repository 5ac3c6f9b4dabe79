// Rotary positions of a config: rope_theta with rope_scaling (old) or rope_parameters (new).
#pragma once

#include "backend/model/config_scope.h"
#include "backend/model/model_spec.h"

#include <string>
#include <vector>

namespace firstlight::model {

// Adds the operators that the positions need to `operators`; a kind of scaling that RopeSpec cannot say is among them
// under its own name ("positions.rope_yarn"), so that it is reported and never ignored.
absl::StatusOr<RopeSpec> readRope(const FieldExpressions& fields, const ConfigScope& scope,
                                  std::vector<std::string>& operators);

} // namespace firstlight::model
