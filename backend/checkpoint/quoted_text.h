// Text out of a file, made fit for a message to people.
#pragma once

#include <string>
#include <string_view>

namespace firstlight::checkpoint {

// In quotes, at most 120 bytes of it; what is not printable UTF-8 is escaped.
std::string inQuotes(std::string_view text);

bool isUtf8(std::string_view text);

} // namespace firstlight::checkpoint
