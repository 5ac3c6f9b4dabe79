// Little-endian numbers and pieces of text, one after the other, out of bytes that nobody vouches for.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace firstlight::checkpoint {

static_assert(std::endian::native == std::endian::little, "checkpoints are read as they lie in memory");

// Never reads outside. After a read that would have, ended() is true and every further read gives nothing or 0: a
// sequence of reads needs one check at its end, a loop one per round.
class ByteCursor
{
public:
    explicit ByteCursor(std::string_view bytes) : m_bytes(bytes) {}

    std::size_t position() const { return m_position; }
    std::size_t remaining() const { return m_bytes.size() - m_position; }
    bool ended() const { return m_ended; }

    // A view into the bytes.
    std::string_view take(std::uint64_t size)
    {
        if (m_ended || size > remaining()) {
            m_ended = true;
            return {};
        }
        const std::string_view piece = m_bytes.substr(m_position, static_cast<std::size_t>(size));
        m_position += piece.size();
        return piece;
    }

    template <typename T>
    T number()
    {
        static_assert(std::is_arithmetic_v<T>);
        T value{};
        if (const std::string_view piece = take(sizeof(T)); !piece.empty()) {
            std::memcpy(&value, piece.data(), sizeof(T));
        }
        return value;
    }

    // Up to a line feed, which is taken, too, and is not part of what is returned.
    std::string_view line()
    {
        const auto end = m_bytes.find('\n', m_position);
        if (m_ended || end == std::string_view::npos) {
            m_ended = true;
            return {};
        }
        const std::string_view text = m_bytes.substr(m_position, end - m_position);
        m_position = end + 1;
        return text;
    }

private:
    std::string_view m_bytes;
    std::size_t m_position = 0;
    bool m_ended = false;
};

} // namespace firstlight::checkpoint
