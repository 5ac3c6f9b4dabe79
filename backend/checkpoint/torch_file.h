// One file as torch.save() writes it: a zip archive with a pickle and plain numbers, or the older form without a zip.
#pragma once

#include "backend/checkpoint/byte_source.h"
#include "backend/checkpoint/checkpoint_index.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::checkpoint {

struct TorchFile {
    std::vector<TensorEntry> tensors; // sorted by name; several may share their bytes; file = 0
    std::vector<std::string> strided; // names of those whose numbers do not lie next to each other
    std::uint64_t headerBytes = 0;    // of the pickle that describes them
    std::string leftOut;              // for people: what of the file is not the model's; empty: nothing
};

// Nothing of the pickle is run. Failures: kFileInvalid, kFileRefused, kShardTruncated.
absl::StatusOr<TorchFile> readTorchFile(const ByteSource& source, const std::string& fileName);

} // namespace firstlight::checkpoint
