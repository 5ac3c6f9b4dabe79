// Secrets and ids from the kernel's random source.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace firstlight::base {

// 256 random bits in hexadecimal: an access token.
std::string makeToken();

// `byteCount` random bytes (at most 256) in hexadecimal, for ids that must not be guessed or repeated.
std::string randomHex(std::size_t byteCount);

// Compares in a time that depends on the lengths only.
bool constantTimeEqual(std::string_view a, std::string_view b);

} // namespace firstlight::base
