// Where the members of a zip archive lie. torch does not compress what it stores, and nothing is ever unpacked.
#pragma once

#include "backend/checkpoint/byte_source.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::checkpoint {

struct ZipMember {
    std::string name;
    std::uint64_t headerOffset = 0; // of the local header, from the beginning of the archive
    std::uint64_t sizeBytes = 0;
    std::uint32_t checksum = 0; // CRC-32 of the content
    bool isPlain = true;        // neither compressed nor encrypted
};

class ZipDirectory
{
public:
    // The source must outlive the directory. kFileInvalid with what is wrong.
    static absl::StatusOr<ZipDirectory> read(const ByteSource& source, const std::string& fileName);

    const std::vector<ZipMember>& members() const { return m_members; } // sorted by name
    const ZipMember* find(std::string_view name) const;                 // nullptr: not there

    // Where the content of a member begins. kFileInvalid when it is not plain, lies outside the file, or its local
    // header does not agree with the directory.
    absl::StatusOr<std::uint64_t> contentOffset(const ZipMember& member) const;

    // The content, of at most `limit` bytes, and its checksum compared.
    absl::StatusOr<std::string> content(const ZipMember& member, std::uint64_t limit) const;

private:
    ZipDirectory(const ByteSource& source, std::string fileName) : m_source(&source), m_fileName(std::move(fileName)) {}

    absl::Status invalid(std::string detail) const;

    const ByteSource* m_source;
    std::string m_fileName;
    std::uint64_t m_directoryOffset = 0; // no member reaches into the directory
    std::vector<ZipMember> m_members;
};

} // namespace firstlight::checkpoint
