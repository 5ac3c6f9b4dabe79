// How long a text may become on its way through the steps that the file of a tokenizer describes. A chain of them can
// double it again and again; no honest one comes near this. What is beyond is cut off.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace firstlight::model {

inline std::size_t mostGrownBytes(std::size_t size)
{
    constexpr std::size_t kMega = std::size_t{1} << 20;
    return std::max({kMega, std::min(64 * size, 64 * kMega), 4 * size});
}

// Keeps whole characters of valid UTF-8, at most `most` bytes.
void cutOff(std::string& text, std::size_t most);
void cutOff(std::vector<std::string>& texts, std::size_t most); // all together

} // namespace firstlight::model
