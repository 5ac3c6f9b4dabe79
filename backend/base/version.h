// Which Firstlight this is.
#pragma once

#include <cstdint>
#include <string_view>

namespace firstlight::base {

std::string_view version(); // "0.1.0", from the project's CMakeLists.txt

// Of the contract in backend/api; raised when older clients can no longer be served.
inline constexpr std::int32_t kProtocolVersion = 1;

} // namespace firstlight::base
