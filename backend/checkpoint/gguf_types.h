// Numbers by which GGUF files name the types of tensors.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"

#include <cstdint>
#include <optional>

namespace firstlight::checkpoint {

// nullopt: no such type, one that was withdrawn, or one that is never stored (Q8_1).
std::optional<DType> dtypeOfGguf(std::uint32_t type);

} // namespace firstlight::checkpoint
