// Where bytes come from: a file, a part of it, or memory.
#pragma once

#include <absl/status/status.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace firstlight::checkpoint {

class ByteSource
{
public:
    virtual ~ByteSource() = default;

    virtual std::uint64_t sizeBytes() const = 0;

    // Exactly [offset, offset + size) into `buffer`, whose size becomes size + padding (the padding is zero).
    // The caller has checked the range against sizeBytes(). kShardChanged when the file became shorter.
    virtual absl::Status read(std::uint64_t offset, std::size_t size, std::string& buffer,
                              std::size_t padding = 0) const = 0;

protected:
    ByteSource() = default;
    ByteSource(const ByteSource&) = default;
    ByteSource& operator=(const ByteSource&) = default;
};

// Bytes that outlive it.
class MemorySource final : public ByteSource
{
public:
    explicit MemorySource(std::string_view bytes) : m_bytes(bytes) {}

    std::uint64_t sizeBytes() const override { return m_bytes.size(); }
    absl::Status read(std::uint64_t offset, std::size_t size, std::string& buffer,
                      std::size_t padding = 0) const override;

private:
    std::string_view m_bytes;
};

// [begin, begin + size) of a source that outlives it and holds that range.
class SliceSource final : public ByteSource
{
public:
    SliceSource(const ByteSource& whole, std::uint64_t begin, std::uint64_t size)
        : m_whole(whole), m_begin(begin), m_size(size)
    {
    }

    std::uint64_t sizeBytes() const override { return m_size; }
    absl::Status read(std::uint64_t offset, std::size_t size, std::string& buffer,
                      std::size_t padding = 0) const override;

private:
    const ByteSource& m_whole;
    std::uint64_t m_begin;
    std::uint64_t m_size;
};

} // namespace firstlight::checkpoint
