#include "backend/model/utf8.h"

#include <simdjson.h>

namespace firstlight::model {

std::size_t wellFormedLength(std::string_view text, std::size_t& broken)
{
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned char lead = byte(0);
    broken = 1;
    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
        return 0;
    }
    const std::size_t length = utf8Length(lead);
    for (std::size_t i = 1; i < length; ++i) {
        const unsigned char low = i > 1 ? 0x80 : lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        const unsigned char high = i > 1 ? 0xBF : lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (i >= text.size() || byte(i) < low || byte(i) > high) {
            broken = i;
            return 0;
        }
    }
    return length;
}

bool isValidUtf8(std::string_view text)
{
    return text.empty() || simdjson::validate_utf8(text.data(), text.size());
}

namespace {

template <typename Append>
std::string repaired(std::string_view text, Append appendFor)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        std::size_t broken = 0;
        const std::size_t length = wellFormedLength(text, broken);
        if (length > 0) {
            out += text.substr(0, length);
        } else {
            appendFor(out, broken);
        }
        text.remove_prefix(length > 0 ? length : broken);
    }
    return out;
}

} // namespace

std::string toValidUtf8(std::string_view text)
{
    return repaired(text, [](std::string& out, std::size_t) { out += kReplacementCharacter; });
}

std::string markBrokenBytes(std::string_view text, std::string_view mark)
{
    return repaired(text, [&](std::string& out, std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i) {
            out += mark;
        }
    });
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
