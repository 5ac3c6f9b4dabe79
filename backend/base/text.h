// Text that people and other programs read: proto strings must be valid UTF-8, or the whole message is lost.
// Thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace firstlight::base {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD"; // U+FFFD

// The beginning of `text`, at most `most` bytes, that does not end inside of a character.
std::string_view cutText(std::string_view text, std::size_t most);

// Length of the well-formed character at the start of `text` (not empty), or 0; `broken` is then the number of bytes
// that one U+FFFD stands for.
std::size_t wellFormedLength(std::string_view text, std::size_t& broken);

// Broken sequences become U+FFFD, one for each maximal part that no character begins with (as WHATWG and Python do).
std::string validText(std::string_view text);

} // namespace firstlight::base
