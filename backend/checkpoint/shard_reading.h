// Reads what one weight file says of itself, whatever its format.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/checkpoint/gguf_metadata.h"
#include "backend/checkpoint/shard_files.h"

#include <absl/status/status.h>

#include <memory>
#include <string>
#include <vector>

namespace firstlight::checkpoint {

struct ShardContents {
    ShardFile file;                   // headerBytes 0: it could not be read
    std::vector<TensorEntry> tensors; // sorted by name; file = 0
    std::shared_ptr<const GgufMetadata> gguf;
    std::vector<absl::Status>
        problems; // the tensors may be good all the same (a file that is cut off behind its header)
    std::vector<absl::Status> remarks;
};

// `format` is not kNone or kDistributed. Never fails: what is wrong is in the result.
ShardContents readShard(const std::string& directory, const std::string& name, WeightFormat format);

// All of them, several at a time, in the order of `names`.
std::vector<ShardContents> readShards(const std::string& directory, const std::vector<std::string>& names,
                                      WeightFormat format);

} // namespace firstlight::checkpoint
