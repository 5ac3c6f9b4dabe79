#include "backend/checkpoint/zip_directory.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/byte_cursor.h"
#include "backend/checkpoint/quoted_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kWideEndSignature = 0x06064b50;
constexpr std::uint32_t kWideLocatorSignature = 0x07064b50;
constexpr std::uint32_t kMemberSignature = 0x02014b50;
constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kLongestComment = 65535;
constexpr std::uint64_t kWideLocatorBytes = 20;
constexpr std::uint64_t kWideEndBytes = 56;
constexpr std::uint64_t kLocalBytes = 30;
constexpr std::uint64_t kLargestDirectory = 256U << 20;
constexpr std::uint32_t kInWideField32 = 0xffffffff;
constexpr std::uint16_t kInWideField16 = 0xffff;
constexpr std::uint16_t kEncrypted = 1;
constexpr std::uint16_t kWideTag = 1;

struct DirectoryPlace {
    std::uint64_t offset = 0;
    std::uint64_t sizeBytes = 0;
    std::uint64_t memberCount = 0;
};

// The end record lies in the last bytes, before a comment of its length.
std::optional<std::size_t> findEnd(std::string_view tail)
{
    for (std::size_t back = kEndBytes; back <= tail.size(); ++back) {
        const std::size_t place = tail.size() - back;
        ByteCursor cursor(tail.substr(place));
        if (cursor.number<std::uint32_t>() != kEndSignature) {
            continue;
        }
        cursor.take(16);
        if (cursor.number<std::uint16_t>() == back - kEndBytes) {
            return place;
        }
    }
    return std::nullopt;
}

DirectoryPlace readEnd(std::string_view record)
{
    ByteCursor cursor(record);
    cursor.take(10); // signature, numbers of disks, members on this disk
    DirectoryPlace place;
    place.memberCount = cursor.number<std::uint16_t>();
    place.sizeBytes = cursor.number<std::uint32_t>();
    place.offset = cursor.number<std::uint32_t>();
    return place;
}

bool needsWideEnd(const DirectoryPlace& place)
{
    return place.memberCount == kInWideField16 || place.sizeBytes == kInWideField32 || place.offset == kInWideField32;
}

// One entry of the directory. Sizes and offsets that need 64 bits lie in an extra field, in a fixed order.
class MemberReader
{
public:
    explicit MemberReader(ByteCursor& cursor) : m_cursor(cursor) {}

    // Empty: all is well, or the cursor ended.
    std::string read(ZipMember& member)
    {
        if (m_cursor.number<std::uint32_t>() != kMemberSignature) {
            return m_cursor.ended() ? std::string() : "its zip directory is broken";
        }
        m_cursor.take(4); // versions
        const auto flags = m_cursor.number<std::uint16_t>();
        const auto method = m_cursor.number<std::uint16_t>();
        m_cursor.take(4); // time
        member.checksum = m_cursor.number<std::uint32_t>();
        std::uint64_t packedBytes = m_cursor.number<std::uint32_t>();
        member.sizeBytes = m_cursor.number<std::uint32_t>();
        const auto nameBytes = m_cursor.number<std::uint16_t>();
        const auto extraBytes = m_cursor.number<std::uint16_t>();
        const auto commentBytes = m_cursor.number<std::uint16_t>();
        m_cursor.take(8); // disk, attributes
        member.headerOffset = m_cursor.number<std::uint32_t>();
        member.name = m_cursor.take(nameBytes);
        const std::string_view extra = m_cursor.take(extraBytes);
        m_cursor.take(commentBytes);
        if (!readWide(extra, {&member.sizeBytes, &packedBytes, &member.headerOffset})) {
            return "member " + inQuotes(member.name) + " lacks its 64-bit sizes";
        }
        member.isPlain = (flags & kEncrypted) == 0 && method == 0 && packedBytes == member.sizeBytes;
        return isUtf8(member.name) ? std::string() : "member " + inQuotes(member.name) + " has a name that is no text";
    }

private:
    static bool readWide(std::string_view extra, std::array<std::uint64_t*, 3> fields)
    {
        const bool needed = std::any_of(fields.begin(), fields.end(),
                                        [](const std::uint64_t* field) { return *field == kInWideField32; });
        ByteCursor cursor(extra);
        while (needed && !cursor.ended() && cursor.remaining() > 0) {
            const auto tag = cursor.number<std::uint16_t>();
            ByteCursor block(cursor.take(cursor.number<std::uint16_t>()));
            if (tag != kWideTag) {
                continue;
            }
            for (std::uint64_t* field : fields) {
                *field = *field == kInWideField32 ? block.number<std::uint64_t>() : *field;
            }
            return !block.ended();
        }
        return !needed;
    }

    ByteCursor& m_cursor;
};

std::uint32_t checksumOf(std::string_view bytes)
{
    static constexpr auto kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t i = 0; i < table.size(); ++i) {
            std::uint32_t value = i;
            for (int bit = 0; bit < 8; ++bit) {
                value = (value >> 1) ^ ((value & 1U) != 0 ? 0xedb88320U : 0U);
            }
            table[i] = value;
        }
        return table;
    }();
    std::uint32_t sum = 0xffffffffU;
    for (const char c : bytes) {
        sum = kTable[(sum ^ static_cast<unsigned char>(c)) & 0xffU] ^ (sum >> 8);
    }
    return ~sum;
}

// Finds the directory from the end of the archive.
class DirectoryFinder
{
public:
    DirectoryFinder(const ByteSource& source) : m_source(source) {}

    // The problem, if any, is left in problem().
    absl::StatusOr<DirectoryPlace> find()
    {
        std::string tail;
        const std::uint64_t tailBytes = std::min(m_source.sizeBytes(), kEndBytes + kLongestComment + kWideLocatorBytes);
        m_tailOffset = m_source.sizeBytes() - tailBytes;
        FIRSTLIGHT_RETURN_IF_ERROR(m_source.read(m_tailOffset, static_cast<std::size_t>(tailBytes), tail));
        const auto end = findEnd(tail);
        if (!end) {
            return fail("it has no zip directory at its end (a download that stopped early?)");
        }
        DirectoryPlace place = readEnd(std::string_view(tail).substr(*end));
        std::uint64_t limit = m_tailOffset + *end;
        if (needsWideEnd(place)) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(limit, findWideEnd(tail, *end));
            FIRSTLIGHT_RETURN_IF_ERROR(readWideEnd(limit, place));
        }
        if (!m_problem.empty()) {
            return place;
        }
        if (place.offset > limit || place.sizeBytes > limit - place.offset || place.sizeBytes > kLargestDirectory) {
            return fail("its zip directory lies outside the file");
        }
        return place;
    }

    const std::string& problem() const { return m_problem; }

private:
    DirectoryPlace fail(const char* problem)
    {
        m_problem = problem;
        return {};
    }

    absl::StatusOr<std::uint64_t> findWideEnd(std::string_view tail, std::size_t end)
    {
        ByteCursor locator(end < kWideLocatorBytes ? std::string_view() : tail.substr(end - kWideLocatorBytes));
        const bool isLocator = locator.number<std::uint32_t>() == kWideLocatorSignature;
        locator.take(4); // disk
        const auto offset = locator.number<std::uint64_t>();
        if (!isLocator || offset > m_source.sizeBytes() || m_source.sizeBytes() - offset < kWideEndBytes) {
            fail("its 64-bit zip directory is missing");
            return std::uint64_t{0};
        }
        return offset;
    }

    absl::Status readWideEnd(std::uint64_t offset, DirectoryPlace& place)
    {
        if (!m_problem.empty()) {
            return absl::OkStatus();
        }
        std::string record;
        FIRSTLIGHT_RETURN_IF_ERROR(m_source.read(offset, kWideEndBytes, record));
        ByteCursor cursor(record);
        if (cursor.number<std::uint32_t>() != kWideEndSignature) {
            fail("its 64-bit zip directory is broken");
        }
        cursor.take(28); // size, versions, disks, members on this disk
        place.memberCount = cursor.number<std::uint64_t>();
        place.sizeBytes = cursor.number<std::uint64_t>();
        place.offset = cursor.number<std::uint64_t>();
        return absl::OkStatus();
    }

    const ByteSource& m_source;
    std::uint64_t m_tailOffset = 0;
    std::string m_problem;
};

} // namespace

absl::Status ZipDirectory::invalid(std::string detail) const
{
    return base::failure(reasons::kFileInvalid, {{"file", m_fileName}, {"detail", std::move(detail)}});
}

absl::StatusOr<ZipDirectory> ZipDirectory::read(const ByteSource& source, const std::string& fileName)
{
    ZipDirectory directory(source, fileName);
    DirectoryFinder finder(source);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const DirectoryPlace place, finder.find());
    if (!finder.problem().empty()) {
        return directory.invalid(finder.problem());
    }
    directory.m_directoryOffset = place.offset;
    std::string bytes;
    FIRSTLIGHT_RETURN_IF_ERROR(source.read(place.offset, static_cast<std::size_t>(place.sizeBytes), bytes));
    ByteCursor cursor(bytes);
    for (std::uint64_t i = 0; i < place.memberCount; ++i) {
        std::string problem = MemberReader(cursor).read(directory.m_members.emplace_back());
        if (cursor.ended() || !problem.empty()) {
            return directory.invalid(problem.empty() ? "its zip directory is cut off" : std::move(problem));
        }
    }
    std::vector<ZipMember>& members = directory.m_members;
    std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    const auto same = std::adjacent_find(members.begin(), members.end(),
                                         [](const auto& a, const auto& b) { return a.name == b.name; });
    if (same != members.end()) {
        return directory.invalid("member " + inQuotes(same->name) + " appears twice");
    }
    return directory;
}

const ZipMember* ZipDirectory::find(std::string_view name) const
{
    const auto place =
        std::lower_bound(m_members.begin(), m_members.end(), name,
                         [](const ZipMember& member, std::string_view key) { return member.name < key; });
    return place != m_members.end() && place->name == name ? &*place : nullptr;
}

absl::StatusOr<std::uint64_t> ZipDirectory::contentOffset(const ZipMember& member) const
{
    if (!member.isPlain) {
        return invalid("member " + inQuotes(member.name) + " is compressed or encrypted, as torch never stores it");
    }
    const std::string problem = "member " + inQuotes(member.name) + " lies outside the file";
    if (member.headerOffset > m_directoryOffset || m_directoryOffset - member.headerOffset < kLocalBytes) {
        return invalid(problem);
    }
    std::string header;
    FIRSTLIGHT_RETURN_IF_ERROR(m_source->read(member.headerOffset, kLocalBytes, header));
    ByteCursor cursor(header);
    const bool isLocal = cursor.number<std::uint32_t>() == kLocalSignature;
    cursor.take(22); // what the directory says, too
    const auto nameBytes = cursor.number<std::uint16_t>();
    const auto extraBytes = cursor.number<std::uint16_t>();
    if (!isLocal || nameBytes != member.name.size()) {
        return invalid("member " + inQuotes(member.name) + " is not where the zip directory says");
    }
    const std::uint64_t offset = member.headerOffset + kLocalBytes + nameBytes + extraBytes;
    if (offset > m_directoryOffset || member.sizeBytes > m_directoryOffset - offset) {
        return invalid(problem);
    }
    return offset;
}

absl::StatusOr<std::string> ZipDirectory::content(const ZipMember& member, std::uint64_t limit) const
{
    if (member.sizeBytes > limit) {
        return invalid("member " + inQuotes(member.name) + " has " + std::to_string(member.sizeBytes) +
                       " bytes; at most " + std::to_string(limit) + " are read");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::uint64_t offset, contentOffset(member));
    std::string bytes;
    FIRSTLIGHT_RETURN_IF_ERROR(m_source->read(offset, static_cast<std::size_t>(member.sizeBytes), bytes));
    if (member.checksum != 0 && checksumOf(bytes) != member.checksum) { // 0: torch was told to leave it out
        return invalid("the checksum of member " + inQuotes(member.name) + " does not match");
    }
    return bytes;
}

} // namespace firstlight::checkpoint
