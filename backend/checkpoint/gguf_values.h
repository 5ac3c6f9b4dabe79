// Reads the key-value part of a GGUF header.
#pragma once

#include "backend/checkpoint/byte_cursor.h"
#include "backend/checkpoint/gguf_metadata.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace firstlight::checkpoint {

// Reads entries one after the other. `fileBytes` is the size of the whole file, of which the cursor may see only the
// beginning: numbers that even the whole file could not hold are refused at once.
class GgufValueReader
{
public:
    GgufValueReader(ByteCursor& cursor, std::uint64_t fileBytes) : m_cursor(cursor), m_fileBytes(fileBytes) {}

    // Empty: all is well, or the cursor ended. Otherwise what is wrong, for people.
    std::string readEntry(GgufMetadata& metadata);

    // A text with its length before it; one that is longer than `limit` is a problem.
    std::string_view readText(std::uint64_t limit, const char* what);

    // What readText() found wrong; empty: nothing.
    const std::string& problem() const { return m_problem; }

private:
    void readValue(std::uint32_t type, GgufValue& value, int depth);
    void readList(GgufValue& value, int depth);
    void readTexts(std::uint64_t count, GgufValue& value);
    void readLists(std::uint64_t count, GgufValue& value, int depth);
    template <typename Stored, typename Kept>
    void readNumbers(std::uint64_t count, GgufValue& value);
    void readTruth(GgufValue& value);
    bool acceptCount(std::uint64_t count, std::uint64_t leastBytes);
    void fail(std::string problem);

    ByteCursor& m_cursor;
    std::uint64_t m_fileBytes;
    std::uint64_t m_elements = 0; // of all lists so far
    std::string m_problem;
};

} // namespace firstlight::checkpoint
