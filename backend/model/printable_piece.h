#pragma once

#include <string>
#include <string_view>

namespace firstlight::model {

// The bytes of a token for people: control characters as "\n" or "<0x07>", bytes that are no character as "<0xE4>".
std::string printablePiece(std::string_view bytes);

} // namespace firstlight::model
