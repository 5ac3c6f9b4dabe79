// A fast hash of short byte strings, for tables in memory only.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace firstlight::model {

inline std::uint64_t mixHash(std::uint64_t a, std::uint64_t b)
{
    const auto product = static_cast<unsigned __int128>(a ^ 0x9E3779B97F4A7C15U) * (b ^ 0xD1B54A32D192ED03U);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline std::uint64_t loadBytes(const char* bytes, std::size_t count)
{
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, count);
    return word;
}

inline std::uint64_t hashText(std::string_view text)
{
    const char* data = text.data();
    const std::size_t size = text.size();
    if (size <= 16) {
        if (size >= 8) {
            return mixHash(loadBytes(data, 8) ^ size, loadBytes(data + size - 8, 8));
        }
        if (size >= 4) {
            return mixHash(loadBytes(data, 4) ^ size, loadBytes(data + size - 4, 4));
        }
        if (size == 0) {
            return 0;
        }
        const std::uint64_t word = static_cast<unsigned char>(data[0]) |
                                   static_cast<std::uint64_t>(static_cast<unsigned char>(data[size / 2])) << 8 |
                                   static_cast<std::uint64_t>(static_cast<unsigned char>(data[size - 1])) << 16;
        return mixHash(word ^ size, word);
    }
    std::uint64_t hash = size;
    std::size_t at = 0;
    for (; at + 16 <= size; at += 16) {
        hash = mixHash(loadBytes(data + at, 8) ^ hash, loadBytes(data + at + 8, 8));
    }
    return mixHash(loadBytes(data + size - 16, 8) ^ hash, loadBytes(data + size - 8, 8));
}

} // namespace firstlight::model
