// Text that people and other programs read: proto strings must be valid UTF-8, or the whole message is lost.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace firstlight::base {

// The beginning of `text`, at most `most` bytes, that does not end inside of a character.
std::string_view cutText(std::string_view text, std::size_t most);

// Broken sequences become U+FFFD.
std::string validText(std::string_view text);

} // namespace firstlight::base
