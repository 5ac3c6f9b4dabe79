// The version of the contract in this folder; raised when older clients can no longer be served.
#pragma once

#include <cstdint>

namespace firstlight {

inline constexpr std::int32_t kProtocolVersion = 1;

} // namespace firstlight
