// Which files of a folder belong to a checkpoint, and in which format they are.
#pragma once

#include <absl/status/statusor.h>

#include <string>
#include <vector>

namespace firstlight::checkpoint {

enum class WeightFormat {
    kNone,
    kSafetensors,
    kTorch,       // files of torch.save()
    kDistributed, // a distributed PyTorch checkpoint: .metadata and *.distcp
    kGguf,
};

struct FolderContents {
    WeightFormat format = WeightFormat::kNone;
    std::string indexFile;            // name of the index JSON; empty: none
    std::vector<std::string> shards;  // without an index: the weight files that belong together, sorted
    std::vector<std::string> missing; // of a numbered set ("model-00002-of-00004") without an index: what is not there
    std::vector<std::string> others;  // files of this format that `shards` leaves out; with an index: all of them
    std::vector<std::string> choices; // nothing chosen, because these are different models: one file of each
    bool sliced = false;              // every file has a part of every tensor
    std::string otherFormat;          // when there is nothing that can be read: what else was found, for people
};

// Looks at names only. Of several formats the first of safetensors, distributed, torch with its usual names, GGUF,
// other torch files is taken, unless `file`, a name in the folder, is of another. kPathMissing when the folder cannot
// be listed.
absl::StatusOr<FolderContents> listFolder(const std::string& directory, const std::string& file = {});

} // namespace firstlight::checkpoint
