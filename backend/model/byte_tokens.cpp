#include "backend/model/byte_tokens.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace firstlight::model {

std::string byteToken(unsigned byte)
{
    char token[8];
    std::snprintf(token, sizeof token, "<0x%02X>", byte & 0xFF);
    return token;
}

int byteOfToken(std::string_view token)
{
    int byte = -1;
    if (token.size() == 6 && token.starts_with("<0x") && token.ends_with('>')) {
        const auto [end, error] = std::from_chars(token.data() + 3, token.data() + 5, byte, 16);
        if (error != std::errc() || end != token.data() + 5) {
            return -1;
        }
    }
    return byte;
}

std::array<std::int32_t, 256> byteTokenIds(const Vocabulary& tokens)
{
    std::array<std::int32_t, 256> ids{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        ids[byte] = tokens.find(byteToken(byte));
    }
    return ids;
}

bool addByteTokens(std::string_view text, const std::array<std::int32_t, 256>& ids, std::vector<std::int32_t>& out)
{
    const auto idOf = [&](char byte) { return ids[static_cast<unsigned char>(byte)]; };
    if (std::any_of(text.begin(), text.end(), [&](char byte) { return idOf(byte) == Vocabulary::kNone; })) {
        return false;
    }
    std::transform(text.begin(), text.end(), std::back_inserter(out), idOf);
    return true;
}

} // namespace firstlight::model
