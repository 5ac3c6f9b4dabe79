#include "backend/checkpoint/quoted_text.h"

#include "backend/base/text.h"

#include <simdjson.h>

namespace firstlight::checkpoint {
namespace {

constexpr std::size_t kShownBytes = 120;

void appendEscaped(std::string& text, unsigned char byte)
{
    constexpr char kDigits[] = "0123456789abcdef";
    text += "\\x";
    text += kDigits[byte >> 4];
    text += kDigits[byte & 0xf];
}

} // namespace

bool isUtf8(std::string_view text)
{
    return simdjson::validate_utf8(text.data(), text.size());
}

std::string inQuotes(std::string_view text)
{
    const bool isLong = text.size() > kShownBytes;
    const std::string_view shown = base::cutText(text, kShownBytes);
    const bool isText = isUtf8(shown);
    std::string quoted = "\"";
    for (const char c : shown) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !isText)) {
            appendEscaped(quoted, byte);
        } else {
            quoted += c;
        }
    }
    return quoted + (isLong ? "...\"" : "\"");
}

} // namespace firstlight::checkpoint
