// What the comparison of the tensors with the family adds to the verdicts.
#pragma once

#include "backend/model/inspection.h"

namespace firstlight::model {

// Missing and unknown tensors, shapes, scales, dtypes.
void addTensorFindings(const Inspection& inspection, v1::CheckpointReport& report);

} // namespace firstlight::model
