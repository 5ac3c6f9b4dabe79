#include "backend/checkpoint/byte_source.h"

namespace firstlight::checkpoint {

absl::Status MemorySource::read(std::uint64_t offset, std::size_t size, std::string& buffer, std::size_t padding) const
{
    buffer.assign(m_bytes.substr(static_cast<std::size_t>(offset), size));
    buffer.resize(size + padding);
    return absl::OkStatus();
}

absl::Status SliceSource::read(std::uint64_t offset, std::size_t size, std::string& buffer, std::size_t padding) const
{
    return m_whole.read(m_begin + offset, size, buffer, padding);
}

} // namespace firstlight::checkpoint
