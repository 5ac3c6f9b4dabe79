// How numbers lie in a checkpoint's files, in the terms of the kernels.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "kernels/base/block_format.h"

#include <cstdint>
#include <optional>

namespace firstlight::engine {

// nullopt: not stored in blocks, or in blocks that nothing expands.
std::optional<kernels::BlockFormat> blockFormat(checkpoint::DType dtype);

// What so many numbers take in the file; of blocks in part, their share.
std::int64_t fileBytesOf(checkpoint::DType dtype, std::int64_t count);

} // namespace firstlight::engine
