#include "backend/model/printable_piece.h"

#include "backend/base/text.h"
#include "backend/model/utf8.h"

#include <cstdio>

namespace firstlight::model {

namespace {

void appendByte(std::string& out, char byte)
{
    char text[8];
    std::snprintf(text, sizeof text, "<0x%02X>", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    out += text;
}

void appendCharacter(std::string& out, std::string_view character)
{
    std::size_t at = 0;
    const char32_t code = nextCodePoint(character, at);
    if (code == '\n') {
        out += "\\n";
    } else if (code == '\r') {
        out += "\\r";
    } else if (code == '\t') {
        out += "\\t";
    } else if (code < 0x20 || (code >= 0x7F && code < 0xA0)) {
        for (const char byte : character) {
            appendByte(out, byte);
        }
    } else {
        out += character;
    }
}

} // namespace

std::string printablePiece(std::string_view bytes)
{
    std::string out;
    while (!bytes.empty()) {
        std::size_t broken = 0;
        const std::size_t length = base::wellFormedLength(bytes, broken);
        if (length > 0) {
            appendCharacter(out, bytes.substr(0, length));
        } else {
            for (const char byte : bytes.substr(0, broken)) {
                appendByte(out, byte);
            }
        }
        bytes.remove_prefix(length > 0 ? length : broken);
    }
    return out;
}

} // namespace firstlight::model
