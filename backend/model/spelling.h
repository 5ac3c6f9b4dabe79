// How alike two names are spelt, for "did you mean".
#pragma once

#include <cstddef>
#include <string_view>

namespace firstlight::model {

// How many letters must be changed, added or removed to turn one text into the other. Time grows with the product of
// their lengths.
std::size_t editDistance(std::string_view from, std::string_view to);

// Different, and so little that one of the two is likely a slip of the pen.
bool isNearMiss(std::string_view one, std::string_view other);

} // namespace firstlight::model
