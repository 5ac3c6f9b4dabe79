// Feeds any bytes to the readers of untrusted checkpoint files: as a whole shard, as a header, as an index file. None
// may crash, read outside, or allocate by an unchecked number.
#include "backend/checkpoint/foreign_content.h"
#include "backend/checkpoint/index_file.h"
#include "backend/checkpoint/safetensors_header.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace firstlight::checkpoint;

std::string padded(std::string_view text, std::size_t padding)
{
    std::string result(text);
    result.resize(result.size() + padding);
    return result;
}

// What a header promises must be true of its own numbers.
void check(const ShardHeader& header, std::uint64_t headerBytes)
{
    std::uint64_t sum = 0;
    for (const TensorEntry& tensor : header.tensors) {
        if (tensor.offsetBytes < headerBytes || tensor.offsetBytes + tensor.sizeBytes > header.fileBytes ||
            tensor.elementCount() < 0) {
            std::abort();
        }
        sum += tensor.sizeBytes;
    }
    if (sum != header.fileBytes - headerBytes) {
        std::abort();
    }
}

void readShard(std::string_view file)
{
    const auto length = headerLength("fuzz", file.substr(0, kForeignProbeBytes), file.size());
    if (!length.ok()) {
        return;
    }
    HeaderParser parser;
    const std::string text =
        padded(file.substr(kHeaderLengthBytes, static_cast<std::size_t>(*length)), HeaderParser::paddingBytes());
    const auto header = parser.parse("fuzz", text, *length);
    if (header.ok()) {
        check(*header, kHeaderLengthBytes + *length);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    readShard(bytes);
    HeaderParser parser;
    const auto header = parser.parse("fuzz", padded(bytes, HeaderParser::paddingBytes()), size);
    if (header.ok()) {
        check(*header, kHeaderLengthBytes + size);
    }
    const auto index = IndexFile::parse("fuzz", padded(bytes, IndexFile::paddingBytes()));
    if (index.ok() && !std::all_of(index->files().begin(), index->files().end(), isPlainFileName)) {
        std::abort();
    }
    return 0;
}
