// What the engine computes with, role by role: a description whose operators are all built can still lack a weight, give
// it another size, or hold one that no operator of the description uses.
#pragma once

#include "backend/model/model_spec.h"

#include <absl/status/status.h>

namespace firstlight::model {

// kFamilyIncomplete with the first role and layer that do not suit (kModelUnsupported: what only a config can cause);
// `spec` needs no operator that is missing. For checkpoints, this finds nothing that loading would not find later; it is
// for descriptions.
absl::Status checkEngineParts(const ModelSpec& spec);

} // namespace firstlight::model
