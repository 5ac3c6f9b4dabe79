// A file as torch.save() wrote it before 1.6: five pickles, then the storages one behind the other.
#pragma once

#include "backend/checkpoint/byte_source.h"
#include "backend/checkpoint/torch_tensors.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace firstlight::checkpoint {

struct StoragePlace {
    std::uint64_t offsetBytes = 0; // from the beginning of the file
    std::uint64_t sizeBytes = 0;
};

struct LegacyTorchFile {
    std::unique_ptr<const std::string> pickles; // the texts of `list` and `storages` are views into it
    TorchTensorList list;
    std::map<std::string_view, StoragePlace> storages;
    std::uint64_t headerBytes = 0;
};

// Failures: kFileInvalid, kFileRefused, kShardTruncated.
absl::StatusOr<LegacyTorchFile> readLegacyTorchFile(const ByteSource& source, const std::string& fileName);

} // namespace firstlight::checkpoint
