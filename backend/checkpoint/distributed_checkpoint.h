// A distributed PyTorch checkpoint: a folder with .metadata and files that hold pieces of tensors.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"

#include <absl/status/status.h>

#include <string>
#include <vector>

namespace firstlight::checkpoint {

struct DistributedCheckpoint {
    std::vector<ShardFile> files;
    std::vector<TensorEntry> tensors; // sorted by name; one in several pieces has the place of the first of them
    std::map<std::string, std::vector<TensorPiece>, std::less<>> pieces; // as in CheckpointIndex
    std::vector<absl::Status> problems;
};

DistributedCheckpoint readDistributedCheckpoint(const std::string& directory);

} // namespace firstlight::checkpoint
