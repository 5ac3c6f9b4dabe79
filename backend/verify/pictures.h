// Simple pictures made in code, for probes.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace firstlight::verify {

using Colour = std::array<std::uint8_t, 3>; // red, green, blue

// PNG files of a filled shape in the middle of a light background; `side`: pixels of the square picture.
std::string discPicture(int side, Colour colour);
std::string squarePicture(int side, Colour colour);

} // namespace firstlight::verify
