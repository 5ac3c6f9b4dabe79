#include "backend/model/utf8.h"

#include "backend/base/text.h"

#include <simdjson.h>

namespace firstlight::model {

bool isValidUtf8(std::string_view text)
{
    return text.empty() || simdjson::validate_utf8(text.data(), text.size());
}

std::string markBrokenBytes(std::string_view text, std::string_view mark)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        std::size_t broken = 0;
        const std::size_t length = base::wellFormedLength(text, broken);
        out += text.substr(0, length);
        for (std::size_t i = 0; length == 0 && i < broken; ++i) {
            out += mark;
        }
        text.remove_prefix(length > 0 ? length : broken);
    }
    return out;
}

void appendUtf8(std::string& out, char32_t code)
{
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0 | code >> 12);
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0 | code >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

} // namespace firstlight::model
