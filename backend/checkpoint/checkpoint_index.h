// The table of contents of a checkpoint folder: every tensor with its dtype, shape and place in a file.
//
// Values only; building it reads headers, never tensor data. Rules: safetensors reference validator, plus refusal of
// duplicate keys (an ambiguous header is an attack or a broken writer, never a feature).
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
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
};

std::string_view dtypeName(DType dtype); // as safetensors writes it: "BF16"
std::optional<DType> dtypeFromName(std::string_view name);
int dtypeBits(DType dtype);

struct TensorEntry
{
    std::string name;
    DType dtype = DType::kF32;
    std::vector<std::int64_t> shape; // outermost first; empty: a scalar
    std::int32_t file = 0;           // index into CheckpointIndex::files
    std::uint64_t offsetBytes = 0;   // from the beginning of the file
    std::uint64_t sizeBytes = 0;

    std::int64_t elementCount() const;
};

struct ShardFile
{
    std::string name; // relative to the checkpoint folder
    std::uint64_t sizeBytes = 0;
    std::uint64_t headerBytes = 0; // including the length word
};

class CheckpointIndex
{
public:
    std::string directory;
    std::vector<ShardFile> files;
    std::vector<TensorEntry> tensors; // sorted by name

    const TensorEntry* find(std::string_view name) const; // nullptr: not there
    std::uint64_t totalBytes() const;                     // of tensor data
    std::string filePath(const TensorEntry& tensor) const;
};

// Reads the index file and all headers of `directory` (a folder of files or a repository of a download cache). Failure
// reasons: kPathMissing, kNoWeights, kFileInvalid, kShardMissing, kShardTruncated, kTensorDuplicate, kIndexMismatch.
// The first problem found is returned; listProblems() returns all of them.
absl::StatusOr<CheckpointIndex> openCheckpoint(const std::string& directory);
std::vector<absl::Status> listProblems(const std::string& directory);

} // namespace firstlight::checkpoint
