// Says what a file is that should have been something else.
#pragma once

#include <string>
#include <string_view>

namespace firstlight::checkpoint {

inline constexpr std::size_t kForeignProbeBytes = 512;

// What the first bytes of a file (kForeignProbeBytes are enough) say it is, as the end of a sentence about the file:
// "it is a Git LFS pointer, ...". Empty when nothing is recognised.
std::string describeForeignContent(std::string_view firstBytes);

} // namespace firstlight::checkpoint
