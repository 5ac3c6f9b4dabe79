// The "byte-level" alphabet: each byte has a printable character, so that any text can be a string of those.
// Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace firstlight::model {

std::string bytesToAlphabet(std::string_view bytes);

// nullopt: `text` (valid UTF-8) has a character that stands for no byte.
std::optional<std::string> alphabetToBytes(std::string_view text);

} // namespace firstlight::model
