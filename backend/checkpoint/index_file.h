// The index JSON that says which shard holds which tensor.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::checkpoint {

inline constexpr std::uint64_t kMaxIndexBytes = 256U << 20; // four times the largest published one

// Movable; the names are views into memory that the object owns.
class IndexFile
{
public:
    // `text` ends with paddingBytes() zero bytes. kFileInvalid with the reason; file names that are not plain names of
    // this folder are refused, and so is a tensor that a file has twice.
    static absl::StatusOr<IndexFile> parse(const std::string& fileName, const std::string& text);
    static std::size_t paddingBytes();
    IndexFile(IndexFile&&) noexcept;
    IndexFile& operator=(IndexFile&&) noexcept;
    ~IndexFile();

    const std::vector<std::string>& files() const;                          // sorted, each once
    const std::vector<std::string_view>& tensorsOf(std::size_t file) const; // sorted
    std::optional<std::uint64_t> totalSize() const;                         // as the index claims: advice only

private:
    IndexFile();
    struct Private;
    std::unique_ptr<Private> d;
};

// Whether the name is that of a file in the folder itself: no path, nothing hidden behind control characters.
bool isPlainFileName(std::string_view name);

} // namespace firstlight::checkpoint
