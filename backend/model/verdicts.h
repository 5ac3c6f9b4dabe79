// Complete? Consistent? Supported? With every finding that keeps the answer from being a plain yes.
#pragma once

#include "backend/model/inspection.h"
#include "backend/model/operator_table.h"

#include <vector>

namespace firstlight::model {

void addVerdicts(const Inspection& inspection, v1::CheckpointReport& report);

// Names of operators whose support decides whether the weights themselves can be used: "weights.BF16", one per dtype
// of an expected tensor; without weights, what config.json says.
std::vector<OperatorNeed> weightOperators(const Inspection& inspection);

} // namespace firstlight::model
