// The header of one GGUF file (versions 2 and 3): metadata and the places of its tensors.
#pragma once

#include "backend/checkpoint/byte_source.h"
#include "backend/checkpoint/checkpoint_index.h"
#include "backend/checkpoint/gguf_metadata.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::checkpoint {

inline constexpr std::uint64_t kMaxGgufHeaderBytes = 512U << 20; // a vocabulary of a million long pieces fits

struct GgufHeader {
    GgufMetadata metadata;
    std::vector<TensorEntry> tensors; // sorted by name; offsets from the beginning of the file; shapes outermost first
    std::uint64_t headerBytes = 0;    // with the padding behind it
    std::uint64_t fileBytes = 0;      // where the last tensor ends; a file may have `paddingBytes` more
    std::uint64_t paddingBytes = 0;
};

// Failures: kFileInvalid with what is wrong and where, kShardTruncated when the file ends inside its header. A file
// that is too short for its tensors is not a failure here: see GgufHeader::fileBytes.
absl::StatusOr<GgufHeader> readGgufHeader(const ByteSource& source, const std::string& fileName);

} // namespace firstlight::checkpoint
