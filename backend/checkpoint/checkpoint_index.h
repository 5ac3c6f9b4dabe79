// The table of contents of a checkpoint: every tensor with its dtype, shape and place in a file.
//
// Values only; building it reads headers, never tensor data. Rules: those of each format's reference reader, plus
// refusal of duplicate keys (an ambiguous header is an attack or a broken writer, never a feature).
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::checkpoint {

enum class DType : std::uint8_t {
    kBool,
    kF4,
    kF6E2M3,
    kF6E3M2,
    kU8,
    kI8,
    kF8E5M2,
    kF8E4M3,
    kF8E8M0,
    kF8E4M3Fnuz,
    kF8E5M2Fnuz,
    kI16,
    kU16,
    kF16,
    kBF16,
    kI32,
    kU32,
    kF32,
    kC64,
    kF64,
    kI64,
    kU64,
    // Only in GGUF files: blocks of numbers that share their scales.
    kQ1_0,
    kQ2K,
    kQ3K,
    kQ4_0,
    kQ4_1,
    kQ4K,
    kQ5_0,
    kQ5_1,
    kQ5K,
    kQ6K,
    kQ8_0,
    kQ8K,
    kIQ1S,
    kIQ1M,
    kIQ2XXS,
    kIQ2XS,
    kIQ2S,
    kIQ3XXS,
    kIQ3S,
    kIQ4NL,
    kIQ4XS,
    kTQ1_0,
    kTQ2_0,
    kMxFp4,
    kNvFp4,
};

std::string_view dtypeName(DType dtype);                   // as the format writes it: "BF16", "Q4_K"
std::optional<DType> dtypeFromName(std::string_view name); // of safetensors
bool isBlockDType(DType dtype);                            // only in GGUF files: see BlockLayout
int dtypeBits(DType dtype);                                // of one number; not of blocks

// So many numbers lie in so many bytes: {1, 2} for BF16, {2, 1} for F4, {256, 144} for Q4_K.
struct BlockLayout {
    std::int32_t elements = 1;
    std::int32_t bytes = 1;
};
BlockLayout blockLayout(DType dtype);

// What so many numbers need; nullopt: they do not fill whole blocks, or the number of bytes leaves 63 bits.
std::optional<std::uint64_t> packedBytes(DType dtype, std::uint64_t elements);

struct TensorEntry {
    std::string name;
    DType dtype = DType::kF32;
    std::vector<std::int64_t> shape; // outermost first; empty: a scalar
    std::int32_t file = 0;           // index into CheckpointIndex::files
    std::uint64_t offsetBytes = 0;   // from the beginning of the file
    std::uint64_t sizeBytes = 0;

    std::int64_t elementCount() const;
};

struct ShardFile {
    std::string name; // relative to the checkpoint folder
    std::uint64_t sizeBytes = 0;
    std::uint64_t headerBytes = 0; // including the length word
};

// A run of a tensor's bytes.
struct TensorPiece {
    std::uint64_t firstByte = 0; // in the tensor
    std::uint64_t sizeBytes = 0;
    std::int32_t file = 0;
    std::uint64_t offsetBytes = 0; // from the beginning of the file
};

class CheckpointIndex
{
public:
    std::string directory;
    std::vector<ShardFile> files;
    std::vector<TensorEntry> tensors; // sorted by name
    std::map<std::string, std::vector<TensorPiece>, std::less<>>
        pieces; // of tensors that lie in several, as piecesOf()

    // In order, without gaps. One, for most tensors.
    std::vector<TensorPiece> piecesOf(const TensorEntry& tensor) const;

    const TensorEntry* find(std::string_view name) const; // nullptr: not there
    std::uint64_t totalBytes() const;                     // of tensor data
    std::string filePath(const TensorEntry& tensor) const;
};

// Reads the index file and all headers of `path`: a folder of files, a repository of a download cache, or one file.
// Failure reasons: kPathMissing, kNoWeights, kChoiceNeeded, kFileInvalid, kFileRefused, kShardMissing, kShardTruncated,
// kTensorDuplicate, kTensorLayout, kIndexMismatch. The first problem found is returned; listProblems() returns all.
absl::StatusOr<CheckpointIndex> openCheckpoint(const std::string& path);
std::vector<absl::Status> listProblems(const std::string& path);

} // namespace firstlight::checkpoint
