// Streams a rank's slices from the checkpoint's files into its weights, block by block.
//
// One thread. A file that is shorter than its header promised gives kShardTruncated, one that was replaced or written
// to since remember() gives kShardChanged.
#pragma once

#include "backend/engine/weights.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace firstlight::engine {

class WeightLoader
{
public:
    explicit WeightLoader(const checkpoint::CheckpointIndex& index); // must outlive the loader

    // Notes size and modification time of every file. Also checks the sizes.
    absl::Status remember();

    // `loaded` is called after each finished slice with its index, `progress` after each block. Bytes as in the files.
    absl::Status load(const Weights& weights, const LoadProgress& progress,
                      const std::function<void(std::size_t)>& loaded);

    // Tells the kernel that the pages of the files are not needed again. Returns how many bytes that concerns.
    absl::StatusOr<std::int64_t> releaseHostCache(const Weights& weights) const;

private:
    struct FileStamp {
        std::uint64_t sizeBytes = 0;
        std::int64_t seconds = 0;
        std::int64_t nanoseconds = 0;
        std::uint64_t inode = 0;
        bool operator==(const FileStamp&) const = default;
    };

    absl::StatusOr<FileStamp> stamp(std::int32_t file) const;
    absl::Status checkUnchanged(std::int32_t file) const;

    const checkpoint::CheckpointIndex& m_index;
    std::vector<FileStamp> m_stamps;
};

} // namespace firstlight::engine
