// A look at the values of tensors, where reading all of them would take too long.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"

#include <absl/status/statusor.h>

namespace firstlight::checkpoint {

// Whether two tensors hold the same bytes at 64 places spread over them, beginning and end among them. False for
// different dtypes or shapes. Failures: those of reading the files, and absl's Unimplemented for tensors in several
// pieces.
absl::StatusOr<bool> sampleEqual(const CheckpointIndex& index, const TensorEntry& one, const TensorEntry& other);

} // namespace firstlight::checkpoint
