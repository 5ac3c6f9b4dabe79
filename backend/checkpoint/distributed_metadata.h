// The .metadata file of a distributed PyTorch checkpoint: which piece of which tensor lies where.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::checkpoint {

// A part of a tensor, saved by torch.save() at [offset, offset + length) of a file.
struct DistributedPiece {
    std::vector<std::int64_t> offsets; // in the tensor
    std::vector<std::int64_t> sizes;
    std::string file; // a plain name in the checkpoint's folder; empty: the metadata does not say where
    std::uint64_t offsetBytes = 0;
    std::uint64_t lengthBytes = 0;
};

struct DistributedTensor {
    std::string name;
    DType dtype = DType::kF32;
    std::vector<std::int64_t> shape;
    std::vector<DistributedPiece> pieces;
};

// Sorted by name. Values that are no tensors (step counters, settings) are left out. Failures: kFileInvalid,
// kFileRefused.
absl::StatusOr<std::vector<DistributedTensor>> readDistributedMetadata(const std::string& fileName,
                                                                       std::string_view pickle);

} // namespace firstlight::checkpoint
