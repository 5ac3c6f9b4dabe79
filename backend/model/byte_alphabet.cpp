#include "backend/model/byte_alphabet.h"

#include "backend/model/utf8.h"

#include <array>

namespace firstlight::model {

namespace {

constexpr std::size_t kCharacters = 256 + 68; // the highest character plus one

struct Alphabet {
    std::array<char32_t, 256> characterOf{};
    std::array<int, kCharacters> byteOf{};
};

constexpr bool isPrintable(unsigned byte)
{
    return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

constexpr Alphabet makeAlphabet()
{
    Alphabet alphabet;
    for (int& byte : alphabet.byteOf) {
        byte = -1;
    }
    char32_t next = 256;
    for (unsigned byte = 0; byte < 256; ++byte) {
        alphabet.characterOf[byte] = isPrintable(byte) ? byte : next++;
        alphabet.byteOf[alphabet.characterOf[byte]] = static_cast<int>(byte);
    }
    return alphabet;
}

constexpr Alphabet kAlphabet = makeAlphabet();

} // namespace

std::string bytesToAlphabet(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const char byte : bytes) {
        appendUtf8(text, kAlphabet.characterOf[static_cast<unsigned char>(byte)]);
    }
    return text;
}

std::optional<std::string> alphabetToBytes(std::string_view text)
{
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const char32_t code = nextCodePoint(text, at);
        const int byte = code < kCharacters ? kAlphabet.byteOf[code] : -1;
        if (byte < 0) {
            return std::nullopt;
        }
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

} // namespace firstlight::model
