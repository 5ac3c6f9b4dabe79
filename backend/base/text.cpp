#include "backend/base/text.h"

namespace firstlight::base {

std::string_view cutText(std::string_view text, std::size_t most)
{
    if (text.size() <= most) {
        return text;
    }
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) {
        --most;
    }
    return text.substr(0, most);
}

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
    const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
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

std::string validText(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        std::size_t broken = 0;
        const std::size_t length = wellFormedLength(text, broken);
        out += length > 0 ? text.substr(0, length) : kReplacementCharacter;
        text.remove_prefix(length > 0 ? length : broken);
    }
    return out;
}

} // namespace firstlight::base
