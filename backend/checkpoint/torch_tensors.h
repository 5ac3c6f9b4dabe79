// What the unpickled values of a torch file say about its tensors.
#pragma once

#include "backend/checkpoint/pickle.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::checkpoint {

// A view into a storage, which lies in the file as plain numbers.
struct TorchTensor {
    std::string name; // path of the dictionary keys, joined by dots
    DType dtype = DType::kF32;
    std::vector<std::int64_t> shape;
    std::string_view storageKey;
    std::uint64_t storageBytes = 0; // what the storage is said to have
    std::uint64_t offsetBytes = 0;  // in the storage
    std::uint64_t sizeBytes = 0;    // of the numbers, if they lie next to each other
    bool contiguous = true;         // row after row; otherwise the numbers are scattered by strides
};

struct TorchTensorList {
    std::vector<TorchTensor> tensors; // sorted by name, each once
    std::string leftOut;              // for people: what of the file is not the model's; empty: nothing
};

// The tensors of a state dictionary: `root` itself or what lies in it under a name that training programs use ("model",
// "state_dict", ...). A tensor alone has no name. Problems (for people) come back as kFileInvalid of `fileName`.
absl::StatusOr<TorchTensorList> readTorchTensors(const std::string& fileName, const PickleDocument& document);

} // namespace firstlight::checkpoint
