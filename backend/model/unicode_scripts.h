// Scripts of characters, as the reference library knows them (Unicode 9). Thread-safe.
#pragma once

#include <cstdint>

namespace firstlight::model {

inline constexpr std::uint8_t kNoScript = 0; // characters of no script, and those that the tables do not know

// A number for each script, the same for characters of one script.
std::uint8_t scriptOf(char32_t code);

// The script by its Unicode name ("Han"); kNoScript: not known.
std::uint8_t scriptNamed(const char* name);

} // namespace firstlight::model
