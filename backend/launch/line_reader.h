// Cuts what comes out of a pipe into lines.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace firstlight::launch {

class LineReader
{
public:
    // Longer lines are cut into pieces of this size.
    static constexpr std::size_t kMaxLineBytes = 32 << 10;

    // Reads what a non-blocking descriptor holds. False at its end, or when it fails.
    bool readFrom(int descriptor, const std::function<void(std::string_view)>& onLine);

    // What is left without a line end.
    void finish(const std::function<void(std::string_view)>& onLine);

private:
    void take(std::string_view data, const std::function<void(std::string_view)>& onLine);

    std::string m_partial;
};

} // namespace firstlight::launch
