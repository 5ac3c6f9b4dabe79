// The short list of classes and functions that a pickle may name.
#pragma once

#include "backend/checkpoint/pickle.h"

#include <cstdint>
#include <string_view>

namespace firstlight::checkpoint {

// Number of the class, or -1: not allowed.
std::int32_t findPickleClass(std::string_view module, std::string_view name, PickleAllowance allowance);
const PickleClass& pickleClass(std::int32_t number);

// "REDUCE"; "opcode 0x7f" when there is none.
std::string pickleOpcodeName(std::uint8_t opcode);

} // namespace firstlight::checkpoint
