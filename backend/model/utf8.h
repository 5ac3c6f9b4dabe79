// Small helpers for UTF-8 text. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace firstlight::model {

bool isValidUtf8(std::string_view text);

// As base::validText(), with `mark` for each byte of a broken sequence.
std::string markBrokenBytes(std::string_view text, std::string_view mark);

// Bytes of the character that begins with `lead`; 1 for a byte that begins none.
constexpr std::size_t utf8Length(unsigned char lead)
{
    return lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

// The code point at `at` of valid UTF-8; `at` moves behind it.
inline char32_t nextCodePoint(std::string_view text, std::size_t& at)
{
    const auto byte = [&](std::size_t offset) { return static_cast<unsigned char>(text[at + offset]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) {
        ++at;
        return lead;
    }
    if (lead < 0xE0) {
        const char32_t code = (lead & 0x1FU) << 6 | (byte(1) & 0x3FU);
        at += 2;
        return code;
    }
    if (lead < 0xF0) {
        const char32_t code = (lead & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
        at += 3;
        return code;
    }
    const char32_t code = (lead & 0x07U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 | (byte(3) & 0x3FU);
    at += 4;
    return code;
}

// Where the character before `at` (> 0) begins, in valid UTF-8.
inline std::size_t previousCharacter(std::string_view text, std::size_t at)
{
    do {
        --at;
    } while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
    return at;
}

void appendUtf8(std::string& out, char32_t code);

} // namespace firstlight::model
