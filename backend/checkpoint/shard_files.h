// Which files of a folder belong to a checkpoint.
#pragma once

#include <absl/status/statusor.h>

#include <string>
#include <vector>

namespace firstlight::checkpoint {

// The folder that really holds the files: `path` itself, the folder of `path` when it names a file, or the current
// snapshot when `path` is a repository of a download cache (snapshots/<revision>/, refs/main). kPathMissing otherwise.
absl::StatusOr<std::string> resolveDirectory(const std::string& path);

struct FolderContents
{
    std::string indexFile;            // name of the index JSON; empty: none
    std::vector<std::string> shards;  // without an index: the weight files that belong together, sorted
    std::vector<std::string> missing; // of a numbered set ("model-00002-of-00004") without an index: what is not there
    std::vector<std::string> others;  // *.safetensors that `shards` leaves out; with an index: all of them
    std::string otherFormat;          // when there are no safetensors files: what else was found, for people
};

// Looks at names only. kPathMissing when the folder cannot be listed.
absl::StatusOr<FolderContents> listFolder(const std::string& directory);

} // namespace firstlight::checkpoint
