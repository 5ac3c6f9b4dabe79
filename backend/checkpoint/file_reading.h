// Bounded reads of files that nobody vouches for: only regular files, never more than asked, never blocking on a pipe.
#pragma once

#include "backend/checkpoint/byte_source.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <optional>
#include <string>

namespace firstlight::checkpoint {

// An open regular file and its size when it was opened. Movable.
class OpenFile final : public ByteSource
{
public:
    // `name` is how failures call it. Follows symbolic links. kPathMissing with the system's text when it cannot be
    // read.
    static absl::StatusOr<OpenFile> open(const std::string& path, const std::string& name);
    OpenFile(OpenFile&& other) noexcept;
    OpenFile& operator=(OpenFile&& other) noexcept;
    ~OpenFile() override;

    std::uint64_t sizeBytes() const override { return m_sizeBytes; }
    std::uint64_t allocatedBytes() const { return m_allocatedBytes; } // less than the size: a file with holes
    // Where the first part begins, from `offset` on, that was never written; nullopt: there is none, or the file system
    // does not say.
    std::optional<std::uint64_t> firstHole(std::uint64_t offset) const;

    absl::Status read(std::uint64_t offset, std::size_t size, std::string& buffer,
                      std::size_t padding = 0) const override;

private:
    OpenFile() = default;

    int m_descriptor = -1;
    std::uint64_t m_sizeBytes = 0;
    std::uint64_t m_allocatedBytes = 0;
    std::string m_name;
};

// The whole of a file of at most `limit` bytes, with `padding` zero bytes behind it. kFileInvalid when it is larger.
absl::StatusOr<std::string> readWholeFile(const std::string& path, const std::string& name, std::uint64_t limit,
                                          std::size_t padding = 0);

} // namespace firstlight::checkpoint
