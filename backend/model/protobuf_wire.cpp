#include "backend/model/protobuf_wire.h"

#include <bit>

namespace firstlight::model {

namespace {

constexpr int kMaxVarintBytes = 10;
constexpr std::uint64_t kMaxFieldNumber = (std::uint64_t{1} << 29) - 1;

} // namespace

bool WireReader::next()
{
    if (!m_ok || m_rest.empty()) {
        return false;
    }
    m_number = 0;
    m_bytes = {};
    std::uint64_t tag = 0;
    if (!readVarint(tag) || tag >> 3 == 0 || tag >> 3 > kMaxFieldNumber) {
        return fail();
    }
    m_field = static_cast<std::uint32_t>(tag >> 3);
    m_kind = static_cast<std::uint32_t>(tag & 7);
    switch (m_kind) {
    case kVarint:
        return readVarint(m_number);
    case kFixed64:
        return readFixed(8);
    case kLengthDelimited:
        return readBytes();
    case kFixed32:
        return readFixed(4);
    default: // groups are as old as the format, and in no file that is read here
        return fail();
    }
}

float WireReader::real() const
{
    return m_kind == kFixed32 ? std::bit_cast<float>(static_cast<std::uint32_t>(m_number)) : 0.0F;
}

bool WireReader::fail()
{
    m_ok = false;
    return false;
}

bool WireReader::readVarint(std::uint64_t& value)
{
    value = 0;
    for (int i = 0; i < kMaxVarintBytes && !m_rest.empty(); ++i) {
        const auto byte = static_cast<unsigned char>(m_rest[0]);
        m_rest.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7FU} << (7 * i);
        if (byte < 0x80) {
            return true;
        }
    }
    return fail();
}

bool WireReader::readFixed(std::size_t size)
{
    if (m_rest.size() < size) {
        return fail();
    }
    for (std::size_t i = 0; i < size; ++i) {
        m_number |= std::uint64_t{static_cast<unsigned char>(m_rest[i])} << (8 * i);
    }
    m_rest.remove_prefix(size);
    return true;
}

bool WireReader::readBytes()
{
    std::uint64_t size = 0;
    if (!readVarint(size) || size > m_rest.size()) {
        return fail();
    }
    m_bytes = m_rest.substr(0, static_cast<std::size_t>(size));
    m_rest.remove_prefix(static_cast<std::size_t>(size));
    return true;
}

} // namespace firstlight::model
