#include "backend/checkpoint/gguf_header.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/byte_cursor.h"
#include "backend/checkpoint/foreign_content.h"
#include "backend/checkpoint/gguf_types.h"
#include "backend/checkpoint/gguf_values.h"
#include "backend/checkpoint/quoted_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::string_view kMagic = "GGUF";
constexpr std::uint32_t kOldestVersion = 2;
constexpr std::uint32_t kNewestVersion = 3;
constexpr std::uint64_t kFirstPrefixBytes = 1U << 20;
constexpr std::uint64_t kMostEntries = 100'000;
constexpr std::uint64_t kMostTensors = 2'000'000;
constexpr std::uint64_t kLeastEntryBytes = 13;  // an empty key and a byte
constexpr std::uint64_t kLeastTensorBytes = 24; // no name, no dimensions
constexpr std::uint64_t kLongestName = 256;
constexpr std::uint32_t kMostDimensions = 4;
constexpr std::int64_t kUsualAlignment = 32;
constexpr std::int64_t kLargestAlignment = 1 << 20;

absl::Status invalid(const std::string& fileName, std::string detail)
{
    return base::failure(reasons::kFileInvalid, {{"file", fileName}, {"detail", std::move(detail)}});
}

std::uint64_t roundedUp(std::uint64_t number, std::uint64_t multiple)
{
    return (number + multiple - 1) / multiple * multiple;
}

// What the magic and the version say is wrong; empty: nothing.
std::string checkStart(std::string_view magic, std::uint32_t version)
{
    constexpr std::array<std::string_view, 4> kOldMagics{"lmgg", "fmgg", "tjgg", "algg"};
    if (std::find(kOldMagics.begin(), kOldMagics.end(), magic) != kOldMagics.end()) {
        return "it is a GGML file of before GGUF; convert the model again";
    }
    if (magic != kMagic) {
        return "it does not begin with \"GGUF\"";
    }
    if (version != 0 && (version & 0xffffU) == 0) {
        return "it was written for big-endian machines (version " + std::to_string(__builtin_bswap32(version)) + ")";
    }
    if (version < kOldestVersion || version > kNewestVersion) {
        return "it is GGUF version " + std::to_string(version) + "; versions 2 and 3 are read";
    }
    return {};
}

// Reads the beginning of a file as a header. The file may go on behind it, up to `fileBytes`.
class HeaderReader
{
public:
    HeaderReader(std::string_view bytes, std::uint64_t fileBytes)
        : m_cursor(bytes), m_values(m_cursor, fileBytes), m_fileBytes(fileBytes)
    {
    }

    bool endedEarly() const { return m_cursor.ended(); }

    // Empty: all is well, if not endedEarly().
    std::string read(GgufHeader& header)
    {
        const std::string_view magic = m_cursor.take(kMagic.size());
        header.metadata.version = m_cursor.number<std::uint32_t>();
        const auto tensors = m_cursor.number<std::uint64_t>();
        const auto entries = m_cursor.number<std::uint64_t>();
        if (m_cursor.ended()) {
            return {};
        }
        std::string problem = checkStart(magic, header.metadata.version);
        problem = problem.empty() ? checkCounts(tensors, entries) : problem;
        problem = problem.empty() ? readEntries(entries, header.metadata) : problem;
        problem = problem.empty() ? readAlignment(header.metadata) : problem;
        problem = problem.empty() ? readTensors(tensors, header.tensors) : problem;
        return problem.empty() && !m_cursor.ended() ? finish(header) : problem;
    }

private:
    std::string checkCounts(std::uint64_t tensors, std::uint64_t entries) const
    {
        if (entries > kMostEntries || entries > m_fileBytes / kLeastEntryBytes) {
            return "it would have " + std::to_string(entries) + " metadata entries";
        }
        if (tensors > kMostTensors || tensors > m_fileBytes / kLeastTensorBytes) {
            return "it would have " + std::to_string(tensors) + " tensors";
        }
        return {};
    }

    std::string readEntries(std::uint64_t count, GgufMetadata& metadata)
    {
        std::string problem;
        for (std::uint64_t i = 0; i < count && problem.empty() && !m_cursor.ended(); ++i) {
            problem = m_values.readEntry(metadata);
        }
        return problem;
    }

    std::string readAlignment(const GgufMetadata& metadata)
    {
        if (m_cursor.ended()) {
            return {};
        }
        const auto alignment = metadata.integer("general.alignment");
        if (!alignment && metadata.values.contains("general.alignment")) {
            return "general.alignment is not a whole number";
        }
        const std::int64_t value = alignment.value_or(kUsualAlignment);
        if (value < 8 || value > kLargestAlignment || value % 8 != 0) {
            return "general.alignment is " + std::to_string(value) + "; it must be a multiple of 8 up to " +
                   std::to_string(kLargestAlignment);
        }
        m_alignment = static_cast<std::uint64_t>(value);
        return {};
    }

    std::string readTensors(std::uint64_t count, std::vector<TensorEntry>& tensors)
    {
        tensors.reserve(
            std::min<std::size_t>(static_cast<std::size_t>(count), m_cursor.remaining() / kLeastTensorBytes + 1));
        std::string problem;
        for (std::uint64_t i = 0; i < count && problem.empty() && !m_cursor.ended(); ++i) {
            problem = readTensor(tensors.emplace_back());
        }
        return problem;
    }

    std::string readTensor(TensorEntry& tensor)
    {
        tensor.name = m_values.readText(kLongestName, "it has a tensor name");
        const auto dimensions = m_cursor.number<std::uint32_t>();
        if (!m_values.problem().empty() || m_cursor.ended()) {
            return m_values.problem();
        }
        if (tensor.name.empty() || !isUtf8(tensor.name)) {
            return "a tensor has the name " + inQuotes(tensor.name) + ", which is no text";
        }
        if (dimensions > kMostDimensions) {
            return named(tensor, "has " + std::to_string(dimensions) + " dimensions");
        }
        for (std::uint32_t i = 0; i < dimensions; ++i) {
            tensor.shape.push_back(m_cursor.number<std::int64_t>());
        }
        std::reverse(tensor.shape.begin(), tensor.shape.end()); // the file has the innermost first
        const auto type = m_cursor.number<std::uint32_t>();
        tensor.offsetBytes = m_cursor.number<std::uint64_t>();
        return m_cursor.ended() ? std::string() : checkTensor(type, tensor);
    }

    static std::string named(const TensorEntry& tensor, const std::string& text)
    {
        return "tensor " + inQuotes(tensor.name) + " " + text;
    }

    std::string checkTensor(std::uint32_t type, TensorEntry& tensor) const
    {
        const auto dtype = dtypeOfGguf(type);
        if (!dtype) {
            return named(tensor, "has the unknown type " + std::to_string(type));
        }
        tensor.dtype = *dtype;
        std::int64_t elements = 1;
        for (const std::int64_t size : tensor.shape) {
            if (size < 0 || __builtin_mul_overflow(elements, size, &elements)) {
                return named(tensor, "has a shape whose size overflows");
            }
        }
        const std::int64_t row = tensor.shape.empty() ? 1 : tensor.shape.back();
        if (row % blockLayout(*dtype).elements != 0) {
            return named(tensor, "has rows of " + std::to_string(row) + " numbers, which do not fill blocks of " +
                                     std::string(dtypeName(*dtype)));
        }
        const auto bytes = packedBytes(*dtype, static_cast<std::uint64_t>(elements));
        if (!bytes) {
            return named(tensor, "has a shape whose size overflows");
        }
        tensor.sizeBytes = *bytes;
        return tensor.offsetBytes % m_alignment != 0
                   ? named(tensor, "begins at " + std::to_string(tensor.offsetBytes) + ", which is not aligned")
                   : std::string();
    }

    // The tensors must follow each other with no more than padding between them. `end` becomes the end of the last.
    std::string checkPlaces(std::vector<TensorEntry>& tensors, std::uint64_t& end) const
    {
        std::sort(tensors.begin(), tensors.end(), [](const TensorEntry& a, const TensorEntry& b) {
            return std::pair(a.offsetBytes, a.sizeBytes) < std::pair(b.offsetBytes, b.sizeBytes);
        });
        for (const TensorEntry& tensor : tensors) {
            const std::uint64_t expected = roundedUp(end, m_alignment);
            if (tensor.offsetBytes != expected) {
                return named(tensor, tensor.offsetBytes < expected ? "overlaps another one" : "leaves a gap before it");
            }
            end = tensor.offsetBytes + tensor.sizeBytes;
            if (end > std::uint64_t{1} << 62) {
                return named(tensor, "ends at " + std::to_string(end));
            }
        }
        return {};
    }

    std::string finish(GgufHeader& header) const
    {
        std::uint64_t dataBytes = 0;
        if (std::string problem = checkPlaces(header.tensors, dataBytes); !problem.empty()) {
            return problem;
        }
        std::sort(header.tensors.begin(), header.tensors.end(),
                  [](const TensorEntry& a, const TensorEntry& b) { return a.name < b.name; });
        const auto same = std::adjacent_find(header.tensors.begin(), header.tensors.end(),
                                             [](const auto& a, const auto& b) { return a.name == b.name; });
        if (same != header.tensors.end()) {
            return named(*same, "appears twice");
        }
        header.headerBytes = header.tensors.empty() ? m_cursor.position() : roundedUp(m_cursor.position(), m_alignment);
        for (TensorEntry& tensor : header.tensors) {
            tensor.offsetBytes += header.headerBytes;
        }
        header.fileBytes = header.headerBytes + dataBytes;
        header.paddingBytes = roundedUp(dataBytes, m_alignment) - dataBytes;
        if (header.tensors.empty()) {
            header.paddingBytes = roundedUp(header.headerBytes, m_alignment) - header.headerBytes;
        }
        return {};
    }

    ByteCursor m_cursor;
    GgufValueReader m_values;
    std::uint64_t m_fileBytes;
    std::uint64_t m_alignment = 0;
};

absl::Status checkMagic(const ByteSource& source, const std::string& fileName)
{
    std::string start;
    FIRSTLIGHT_RETURN_IF_ERROR(source.read(
        0, static_cast<std::size_t>(std::min<std::uint64_t>(kForeignProbeBytes, source.sizeBytes())), start));
    const std::string foreign = start.starts_with(kMagic) ? std::string() : describeForeignContent(start);
    return foreign.empty() ? absl::OkStatus() : invalid(fileName, foreign);
}

} // namespace

absl::StatusOr<GgufHeader> readGgufHeader(const ByteSource& source, const std::string& fileName)
{
    FIRSTLIGHT_RETURN_IF_ERROR(checkMagic(source, fileName));
    const std::uint64_t fileBytes = source.sizeBytes();
    const std::uint64_t most = std::min(fileBytes, kMaxGgufHeaderBytes);
    std::string bytes;
    for (std::uint64_t size = std::min(most, kFirstPrefixBytes);; size = std::min(most, size * 4)) {
        FIRSTLIGHT_RETURN_IF_ERROR(source.read(0, static_cast<std::size_t>(size), bytes));
        HeaderReader reader(bytes, fileBytes);
        GgufHeader header;
        if (std::string problem = reader.read(header); !problem.empty()) {
            return invalid(fileName, std::move(problem));
        }
        if (!reader.endedEarly()) {
            return header;
        }
        if (size == most) {
            break;
        }
    }
    if (most < fileBytes) {
        return invalid(fileName, "its header has more than " + std::to_string(most) + " bytes");
    }
    return base::failure(reasons::kShardTruncated, {{"file", fileName},
                                                    {"expected_bytes", "more than " + std::to_string(fileBytes)},
                                                    {"found_bytes", std::to_string(fileBytes)}});
}

} // namespace firstlight::checkpoint
