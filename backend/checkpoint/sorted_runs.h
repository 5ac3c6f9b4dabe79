// Joining the tensors of many shards, each list sorted by name, into one sorted list.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"

#include <vector>

namespace firstlight::checkpoint {

// Moves the entries out of `runs`. Entries with equal names keep the order of their runs.
std::vector<TensorEntry> mergeRuns(std::vector<std::vector<TensorEntry>>& runs);

} // namespace firstlight::checkpoint
