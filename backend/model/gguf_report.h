// What a report says of a GGUF file besides what its family explains.
#pragma once

#include "backend/model/inspection.h"

namespace firstlight::model {

// Rows of the architecture table: format, name, quantisation, tokenizer.
void addGgufRows(const Inspection& inspection, v1::CheckpointReport& report);

// For an architecture that no family describes: context, cache bytes per token and active parameters from the metadata
// that all architectures have in common. Nothing is set that it does not say.
void addGgufSizes(const Inspection& inspection, v1::CheckpointReport& report);

} // namespace firstlight::model
