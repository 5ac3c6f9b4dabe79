// Whether the files of a split GGUF model belong together.
#pragma once

#include "backend/checkpoint/shard_reading.h"

#include <absl/status/status.h>

#include <vector>

namespace firstlight::checkpoint {

// kIndexMismatch for each file whose split.* keys do not fit its name or the other files. Nothing for a single file
// that is no part of a set, nor for other formats.
std::vector<absl::Status> checkGgufSplit(const std::vector<ShardContents>& files);

} // namespace firstlight::checkpoint
