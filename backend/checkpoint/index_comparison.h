// Whether the index file and the headers of the shards say the same.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/checkpoint/index_file.h"

#include <absl/status/status.h>

#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::checkpoint {

struct IndexComparison {
    std::vector<absl::Status> problems; // kIndexMismatch
    // Tensors that the index names in shards that could not be read, sorted, and the numbers of these shards.
    std::vector<std::string> promised;
    std::vector<std::int32_t> promisedFiles;
};

// The tensors of one shard, sorted by name; nothing is known of one that could not be read.
struct ShardTensors {
    const std::vector<TensorEntry>* tensors = nullptr; // nullptr: it could not be read
};

// `shards` are those of index.files(), in that order. Shards that could not be read are a problem of their own: what
// the index says of them is a promise that nobody can check.
IndexComparison compareWithIndex(const std::string& indexName, const IndexFile& index,
                                 const std::vector<ShardTensors>& shards);

} // namespace firstlight::checkpoint
