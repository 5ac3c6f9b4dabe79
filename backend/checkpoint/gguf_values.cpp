#include "backend/checkpoint/gguf_values.h"

#include "backend/checkpoint/quoted_text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace firstlight::checkpoint {
namespace {

constexpr std::uint64_t kMostElements = 16U << 20; // in all lists together
constexpr std::uint64_t kLongestKey = 65535;
constexpr std::uint64_t kLongestText = 256U << 20;
constexpr int kDeepestList = 8;

enum Type : std::uint32_t {
    kUInt8,
    kInt8,
    kUInt16,
    kInt16,
    kUInt32,
    kInt32,
    kFloat32,
    kTruth,
    kText,
    kList,
    kUInt64,
    kInt64,
    kFloat64,
};

// Of a value alone: a list and a text begin with their lengths.
std::uint64_t leastBytes(std::uint32_t type)
{
    switch (type) {
    case kUInt8:
    case kInt8:
    case kTruth:
        return 1;
    case kUInt16:
    case kInt16:
        return 2;
    case kUInt32:
    case kInt32:
    case kFloat32:
        return 4;
    case kList:
        return 12;
    default:
        return 8;
    }
}

std::string unknownType(std::uint32_t type)
{
    return "has the unknown type " + std::to_string(type);
}

} // namespace

void GgufValueReader::fail(std::string problem)
{
    if (m_problem.empty()) {
        m_problem = std::move(problem);
    }
}

std::string_view GgufValueReader::readText(std::uint64_t limit, const char* what)
{
    const auto length = m_cursor.number<std::uint64_t>();
    if (length > limit || length > m_fileBytes) {
        fail(std::string(what) + " of " + std::to_string(length) + " bytes, more than " +
             (length > limit ? "is allowed" : "the file has"));
        return {};
    }
    return m_cursor.take(length);
}

std::string GgufValueReader::readEntry(GgufMetadata& metadata)
{
    const std::string_view key = readText(kLongestKey, "it has a key");
    const auto type = m_cursor.number<std::uint32_t>();
    if (!m_problem.empty() || m_cursor.ended()) {
        return m_problem;
    }
    if (key.empty() || !isUtf8(key)) {
        return "it has the key " + inQuotes(key) + ", which is no text";
    }
    const auto [place, isNew] = metadata.values.try_emplace(std::string(key));
    if (!isNew) {
        return "key " + inQuotes(key) + " appears twice";
    }
    readValue(type, place->second, 0);
    return m_problem.empty() ? std::string() : "key " + inQuotes(place->first) + " " + m_problem;
}

void GgufValueReader::readTruth(GgufValue& value)
{
    const auto byte = m_cursor.number<std::uint8_t>();
    if (byte > 1) {
        fail("has a truth value of " + std::to_string(byte));
    }
    value.content = byte == 1;
}

void GgufValueReader::readValue(std::uint32_t type, GgufValue& value, int depth)
{
    const auto keepWhole = [&](auto number) { value.content = static_cast<std::int64_t>(number); };
    switch (type) {
    case kUInt8:
        return keepWhole(m_cursor.number<std::uint8_t>());
    case kInt8:
        return keepWhole(m_cursor.number<std::int8_t>());
    case kUInt16:
        return keepWhole(m_cursor.number<std::uint16_t>());
    case kInt16:
        return keepWhole(m_cursor.number<std::int16_t>());
    case kUInt32:
        return keepWhole(m_cursor.number<std::uint32_t>());
    case kInt32:
        return keepWhole(m_cursor.number<std::int32_t>());
    case kInt64:
        return keepWhole(m_cursor.number<std::int64_t>());
    case kUInt64: {
        const auto number = m_cursor.number<std::uint64_t>();
        if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            value.content = number;
            return;
        }
        return keepWhole(number);
    }
    case kFloat32:
        value.content = static_cast<double>(m_cursor.number<float>());
        return;
    case kFloat64:
        value.content = m_cursor.number<double>();
        return;
    case kTruth:
        return readTruth(value);
    case kText:
        value.content = std::string(readText(kLongestText, "has a text"));
        return;
    case kList:
        return readList(value, depth + 1);
    default:
        fail(unknownType(type));
    }
}

bool GgufValueReader::acceptCount(std::uint64_t count, std::uint64_t least)
{
    const std::uint64_t left = m_fileBytes - std::min<std::uint64_t>(m_fileBytes, m_cursor.position());
    if (count > left / least) {
        fail("has a list of " + std::to_string(count) + " entries, more than the file can hold");
    } else if (count > kMostElements - m_elements) {
        fail("has a list of " + std::to_string(count) + " entries; at most " + std::to_string(kMostElements) +
             " in all lists are read");
    } else {
        m_elements += count;
    }
    return m_problem.empty() && !m_cursor.ended();
}

template <typename Stored, typename Kept>
void GgufValueReader::readNumbers(std::uint64_t count, GgufValue& value)
{
    ByteCursor numbers(m_cursor.take(count * sizeof(Stored)));
    if (m_cursor.ended()) {
        return;
    }
    std::vector<Kept> list(static_cast<std::size_t>(count));
    std::generate(list.begin(), list.end(), [&] { return static_cast<Kept>(numbers.template number<Stored>()); });
    value.content = std::move(list);
}

void GgufValueReader::readTexts(std::uint64_t count, GgufValue& value)
{
    std::vector<std::string> list;
    list.reserve(std::min<std::size_t>(static_cast<std::size_t>(count), m_cursor.remaining() / 8));
    for (std::uint64_t i = 0; i < count && m_problem.empty() && !m_cursor.ended(); ++i) {
        list.emplace_back(readText(kLongestText, "has a text"));
    }
    value.content = std::move(list);
}

void GgufValueReader::readLists(std::uint64_t count, GgufValue& value, int depth)
{
    std::vector<GgufValue> list;
    for (std::uint64_t i = 0; i < count && m_problem.empty() && !m_cursor.ended(); ++i) {
        readList(list.emplace_back(), depth + 1);
    }
    value.content = std::move(list);
}

void GgufValueReader::readList(GgufValue& value, int depth)
{
    const auto type = m_cursor.number<std::uint32_t>();
    const auto count = m_cursor.number<std::uint64_t>();
    if (depth > kDeepestList) {
        fail("has lists in lists, more than " + std::to_string(kDeepestList) + " deep");
    }
    if (m_cursor.ended() || !m_problem.empty() || !acceptCount(count, leastBytes(type))) {
        return;
    }
    switch (type) {
    case kUInt8:
    case kTruth:
        return readNumbers<std::uint8_t, std::int64_t>(count, value);
    case kInt8:
        return readNumbers<std::int8_t, std::int64_t>(count, value);
    case kUInt16:
        return readNumbers<std::uint16_t, std::int64_t>(count, value);
    case kInt16:
        return readNumbers<std::int16_t, std::int64_t>(count, value);
    case kUInt32:
        return readNumbers<std::uint32_t, std::int64_t>(count, value);
    case kInt32:
        return readNumbers<std::int32_t, std::int64_t>(count, value);
    case kUInt64:
    case kInt64:
        return readNumbers<std::int64_t, std::int64_t>(count, value);
    case kFloat32:
        return readNumbers<float, double>(count, value);
    case kFloat64:
        return readNumbers<double, double>(count, value);
    case kText:
        return readTexts(count, value);
    case kList:
        return readLists(count, value, depth);
    default:
        fail(unknownType(type));
    }
}

} // namespace firstlight::checkpoint
