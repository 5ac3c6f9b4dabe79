// The wire format of protocol buffers, read in place: field after field of one message, every length checked.
#pragma once

#include <cstdint>
#include <string_view>

namespace firstlight::model {

class WireReader
{
public:
    explicit WireReader(std::string_view message) : m_rest(message) {}

    // The next field. False: the message ends, or is broken (see ok()).
    bool next();
    bool ok() const { return m_ok; }

    std::uint32_t field() const { return m_field; }
    // The field's value; 0 or "" when it is of another kind.
    std::uint64_t number() const { return m_number; }  // varint, or the bits of a fixed number
    float real() const;                                // 32 bits
    std::string_view bytes() const { return m_bytes; } // string, bytes, message
    bool isBytes() const { return m_kind == kLengthDelimited; }
    bool isNumber() const { return m_kind == kVarint; }
    bool isReal() const { return m_kind == kFixed32; }

private:
    enum Kind : std::uint32_t { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kFixed32 = 5 };

    bool fail();
    bool readVarint(std::uint64_t& value);
    bool readFixed(std::size_t size);
    bool readBytes();

    std::string_view m_rest;
    std::string_view m_bytes;
    std::uint64_t m_number = 0;
    std::uint32_t m_field = 0;
    std::uint32_t m_kind = kVarint;
    bool m_ok = true;
};

} // namespace firstlight::model
