// All that can be said about the files of a checkpoint folder: the table of contents and every problem at once.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/checkpoint/gguf_metadata.h"
#include "backend/checkpoint/shard_files.h"

#include <absl/status/status.h>

#include <memory>
#include <string>
#include <vector>

namespace firstlight::checkpoint {

struct CheckpointSurvey {
    WeightFormat format = WeightFormat::kNone;
    CheckpointIndex index;                    // of what could be read, also when there are problems
    std::shared_ptr<const GgufMetadata> gguf; // of the first GGUF file; nullptr: there is none
    std::vector<absl::Status> problems;       // each keeps the checkpoint from being loaded; the gravest kind first
    std::vector<absl::Status> remarks;        // worth knowing, not in the way
    std::vector<std::string> promised; // tensors that the index file names in shards that could not be read, sorted
    std::vector<std::int32_t> promisedFiles; // for each of them: index into CheckpointIndex::files
    std::uint64_t claimedBytes = 0;          // metadata.total_size of the index file; 0: not said
};

// `directory` and `file` are what resolvePlace() returned. Reads headers only, several files at a time.
CheckpointSurvey surveyCheckpoint(const std::string& directory, const std::string& file = {});

} // namespace firstlight::checkpoint
