// From what a user names to the folder that holds a checkpoint's files.
#pragma once

#include <absl/status/statusor.h>

#include <string>

namespace firstlight::checkpoint {

struct CheckpointPlace {
    std::string directory;
    std::string file; // the file in it that was named; empty: the folder was
};

// A folder as it is; a file's folder; of a repository in a download cache (models--org--name/, or the snapshots/ in it)
// the current snapshot, which refs/main names, else the only one; of a cache with one model that model. kPathMissing
// otherwise.
absl::StatusOr<CheckpointPlace> resolvePlace(const std::string& path);

// The same without the file.
absl::StatusOr<std::string> resolveDirectory(const std::string& path);

// Where the download cache that `directory` is a snapshot of keeps the files' contents; empty: it is none.
std::string blobsOfSnapshot(const std::string& directory);

} // namespace firstlight::checkpoint
