// Which Firstlight this is.
#pragma once

#include "backend/api/protocol.h"

#include <string_view>

namespace firstlight::base {

std::string_view version(); // "0.1.0", from the project's CMakeLists.txt

using firstlight::kProtocolVersion; // of the contract in backend/api

} // namespace firstlight::base
