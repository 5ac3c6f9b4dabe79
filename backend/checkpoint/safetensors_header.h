// The header of one safetensors file, read by the rules of the reference validator plus refusal of duplicate keys.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::checkpoint {

inline constexpr std::uint64_t kHeaderLengthBytes = 8;
inline constexpr std::uint64_t kMaxHeaderBytes = 100'000'000; // the reference's limit

// The header's length from the first eight bytes of a file; checks the limit and that the file can hold it.
// `firstBytes`: the first kForeignProbeBytes of the file, or all of it.
absl::StatusOr<std::uint64_t> headerLength(const std::string& fileName, std::string_view firstBytes,
                                           std::uint64_t fileBytes);

struct ShardHeader {
    std::vector<TensorEntry> tensors; // sorted by name; offsets from the beginning of the file; file = 0
    std::uint64_t fileBytes = 0;      // what the file must have, to the byte
};

// Parses headers; keeps its memory from one to the next. Not thread-safe: one per thread.
class HeaderParser
{
public:
    HeaderParser();
    ~HeaderParser();

    // `text` holds `length` bytes of JSON followed by at least paddingBytes() more.
    absl::StatusOr<ShardHeader> parse(const std::string& fileName, const std::string& text, std::uint64_t length);

    static std::size_t paddingBytes();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace firstlight::checkpoint
