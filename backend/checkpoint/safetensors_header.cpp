#include "backend/checkpoint/safetensors_header.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/foreign_content.h"
#include "backend/checkpoint/quoted_text.h"

#include <simdjson.h>

#include <algorithm>
#include <utility>

namespace firstlight::checkpoint {
namespace {

namespace dom = simdjson::dom;

absl::Status invalid(const std::string& fileName, std::string detail)
{
    return base::failure(reasons::kFileInvalid, {{"file", fileName}, {"detail", std::move(detail)}});
}

// A header entry that is being read. Every check names the tensor.
class EntryReader
{
public:
    EntryReader(std::string_view name, TensorEntry& entry) : m_name(name), m_entry(entry) {}

    // Empty: all is well.
    std::string read(const dom::element& element)
    {
        dom::object fields;
        if (element.get(fields) != simdjson::SUCCESS) {
            return problem("is not an object");
        }
        for (const auto field : fields) {
            if (std::string text = readField(field.key, field.value); !text.empty()) {
                return text;
            }
        }
        if (m_seen != (kDType | kShape | kOffsets)) {
            return problem("lacks dtype, shape or data_offsets");
        }
        return checkSize();
    }

private:
    enum Seen : unsigned { kDType = 1, kShape = 2, kOffsets = 4 };

    std::string problem(const std::string& text) const { return "tensor " + inQuotes(m_name) + " " + text; }

    std::string readField(std::string_view key, const dom::element& value)
    {
        const unsigned bit = key == "dtype" ? kDType : key == "shape" ? kShape : key == "data_offsets" ? kOffsets : 0U;
        if ((m_seen & bit) != 0) {
            return problem("has " + std::string(key) + " twice");
        }
        m_seen |= bit;
        switch (bit) {
        case kDType:
            return readDType(value);
        case kShape:
            return readShape(value);
        case kOffsets:
            return readOffsets(value);
        default:
            return {}; // the reference reader ignores keys it does not know
        }
    }

    std::string readDType(const dom::element& value)
    {
        std::string_view text;
        if (value.get(text) != simdjson::SUCCESS) {
            return problem("has a dtype that is not a string");
        }
        const auto dtype = dtypeFromName(text);
        if (!dtype) {
            return problem("has the unknown dtype " + inQuotes(text));
        }
        m_entry.dtype = *dtype;
        return {};
    }

    std::string readShape(const dom::element& value)
    {
        dom::array dimensions;
        if (value.get(dimensions) != simdjson::SUCCESS) {
            return problem("has a shape that is not a list");
        }
        m_entry.shape.reserve(std::min<std::size_t>(dimensions.size(), 8));
        for (const dom::element dimension : dimensions) {
            std::int64_t size = 0;
            if (dimension.get(size) != simdjson::SUCCESS || size < 0) {
                return problem("has a dimension that is not a whole number from 0 to 2^63 - 1");
            }
            m_entry.shape.push_back(size);
        }
        return {};
    }

    std::string readOffsets(const dom::element& value)
    {
        dom::array offsets;
        std::uint64_t end = 0;
        if (value.get(offsets) != simdjson::SUCCESS || offsets.size() != 2 ||
            offsets.at(0).get(m_entry.offsetBytes) != simdjson::SUCCESS ||
            offsets.at(1).get(end) != simdjson::SUCCESS) {
            return problem("has data_offsets that are not two whole numbers");
        }
        if (end < m_entry.offsetBytes) {
            return problem("ends before it begins");
        }
        m_entry.sizeBytes = end - m_entry.offsetBytes;
        return {};
    }

    std::string checkSize() const
    {
        std::uint64_t bits = 1;
        for (const std::int64_t size : m_entry.shape) {
            if (__builtin_mul_overflow(bits, static_cast<std::uint64_t>(size), &bits)) {
                return problem("has a shape whose size overflows");
            }
        }
        if (__builtin_mul_overflow(bits, static_cast<std::uint64_t>(dtypeBits(m_entry.dtype)), &bits)) {
            return problem("has a shape whose size overflows");
        }
        if (bits % 8 != 0) {
            return problem("does not fill whole bytes");
        }
        if (bits / 8 != m_entry.sizeBytes) {
            return problem("has " + std::to_string(m_entry.sizeBytes) + " bytes, its shape and dtype need " +
                           std::to_string(bits / 8));
        }
        return {};
    }

    std::string_view m_name;
    TensorEntry& m_entry;
    unsigned m_seen = 0;
};

std::string checkMetadata(const dom::element& element)
{
    dom::object fields;
    if (element.get(fields) != simdjson::SUCCESS) {
        return "__metadata__ is not an object";
    }
    for (const auto field : fields) {
        if (!field.value.is_string()) {
            return "__metadata__ entry " + inQuotes(field.key) + " is not a string";
        }
    }
    return {};
}

std::string readEntries(const dom::object& root, std::vector<TensorEntry>& tensors)
{
    bool metadataSeen = false;
    for (const auto field : root) {
        std::string problem;
        if (field.key == "__metadata__") {
            problem = metadataSeen ? "__metadata__ appears twice" : checkMetadata(field.value);
            metadataSeen = true;
        } else {
            tensors.emplace_back();
            tensors.back().name = field.key;
            problem = EntryReader(field.key, tensors.back()).read(field.value);
        }
        if (!problem.empty()) {
            return problem;
        }
    }
    return {};
}

std::string findDuplicate(const std::vector<TensorEntry>& sorted)
{
    const auto same =
        std::adjacent_find(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.name == b.name; });
    return same == sorted.end() ? std::string() : "tensor " + inQuotes(same->name) + " appears twice in the header";
}

// The data must be covered from its first byte on, without gap or overlap. Sets `dataBytes` to where it ends.
std::string checkCoverage(const std::vector<TensorEntry>& tensors, std::uint64_t& dataBytes)
{
    std::vector<const TensorEntry*> byOffset;
    byOffset.reserve(tensors.size());
    for (const TensorEntry& tensor : tensors) {
        byOffset.push_back(&tensor);
    }
    const auto order = [](const TensorEntry* a, const TensorEntry* b) {
        return std::pair(a->offsetBytes, a->sizeBytes) < std::pair(b->offsetBytes, b->sizeBytes);
    };
    if (!std::is_sorted(byOffset.begin(), byOffset.end(), order)) {
        std::sort(byOffset.begin(), byOffset.end(), order);
    }
    for (const TensorEntry* tensor : byOffset) {
        if (tensor->offsetBytes != dataBytes) {
            return "tensor " + inQuotes(tensor->name) +
                   (tensor->offsetBytes < dataBytes ? " overlaps another one" : " leaves a gap before it");
        }
        dataBytes += tensor->sizeBytes;
    }
    constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 62;
    return dataBytes > kLargestFile ? "its tensors would need " + std::to_string(dataBytes) + " bytes" : std::string();
}

} // namespace

absl::StatusOr<std::uint64_t> headerLength(const std::string& fileName, std::string_view firstBytes,
                                           std::uint64_t fileBytes)
{
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(firstBytes.size(), kHeaderLengthBytes); ++i) {
        length |= static_cast<std::uint64_t>(static_cast<unsigned char>(firstBytes[i])) << (8 * i);
    }
    const bool inLimit = firstBytes.size() >= kHeaderLengthBytes && length > 0 && length <= kMaxHeaderBytes;
    const bool fits = inLimit && length <= fileBytes - kHeaderLengthBytes;
    const bool braced = firstBytes.size() > kHeaderLengthBytes && firstBytes[kHeaderLengthBytes] == '{';
    const std::string foreign = inLimit && (fits || braced) ? std::string() : describeForeignContent(firstBytes);
    if (!foreign.empty()) {
        return invalid(fileName, foreign);
    }
    if (firstBytes.size() < kHeaderLengthBytes) {
        return invalid(fileName, "it has only " + std::to_string(fileBytes) + " bytes");
    }
    if (length > kMaxHeaderBytes) {
        return invalid(fileName,
                       "its header would have " + std::to_string(length) + " bytes; it is no safetensors file");
    }
    if (length > fileBytes - kHeaderLengthBytes) {
        return base::failure(reasons::kShardTruncated, {{"file", fileName},
                                                        {"expected_bytes", std::to_string(length + kHeaderLengthBytes)},
                                                        {"found_bytes", std::to_string(fileBytes)}});
    }
    return length;
}

struct HeaderParser::Private {
    dom::parser parser{kMaxHeaderBytes};
};

HeaderParser::HeaderParser() : d(std::make_unique<Private>()) {}

HeaderParser::~HeaderParser() = default;

std::size_t HeaderParser::paddingBytes()
{
    return simdjson::SIMDJSON_PADDING;
}

absl::StatusOr<ShardHeader> HeaderParser::parse(const std::string& fileName, const std::string& text,
                                                std::uint64_t length)
{
    dom::element root;
    if (const auto error = d->parser.parse(text.data(), length, false).get(root); error != simdjson::SUCCESS) {
        return invalid(fileName, std::string("its header is not JSON (") + simdjson::error_message(error) + ")");
    }
    dom::object object;
    if (root.get(object) != simdjson::SUCCESS) {
        return invalid(fileName, "its header is not a JSON object");
    }
    ShardHeader header;
    std::string problem = readEntries(object, header.tensors);
    std::uint64_t dataBytes = 0;
    if (problem.empty()) {
        problem = checkCoverage(header.tensors, dataBytes);
    }
    if (problem.empty()) {
        const auto byName = [](const TensorEntry& a, const TensorEntry& b) { return a.name < b.name; };
        if (!std::is_sorted(header.tensors.begin(), header.tensors.end(), byName)) {
            std::sort(header.tensors.begin(), header.tensors.end(), byName);
        }
        problem = findDuplicate(header.tensors);
    }
    if (!problem.empty()) {
        return invalid(fileName, std::move(problem));
    }
    for (TensorEntry& tensor : header.tensors) {
        tensor.offsetBytes += kHeaderLengthBytes + length;
    }
    header.fileBytes = kHeaderLengthBytes + length + dataBytes;
    return header;
}

} // namespace firstlight::checkpoint
