#include "backend/checkpoint/value_sample.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/file_reading.h"

#include <algorithm>
#include <string>

namespace firstlight::checkpoint {
namespace {

constexpr std::uint64_t kPlaces = 64;
constexpr std::uint64_t kPlaceBytes = 4096;

absl::StatusOr<OpenFile> fileOf(const CheckpointIndex& index, const TensorEntry& tensor)
{
    return OpenFile::open(index.filePath(tensor), index.files[static_cast<std::size_t>(tensor.file)].name);
}

bool isInPieces(const CheckpointIndex& index, const TensorEntry& tensor)
{
    return index.pieces.contains(tensor.name);
}

} // namespace

absl::StatusOr<bool> sampleEqual(const CheckpointIndex& index, const TensorEntry& one, const TensorEntry& other)
{
    if (one.dtype != other.dtype || one.shape != other.shape || one.sizeBytes != other.sizeBytes) {
        return false;
    }
    if (isInPieces(index, one) || isInPieces(index, other)) {
        return absl::UnimplementedError("a tensor lies in several pieces");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const OpenFile oneFile, fileOf(index, one));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const OpenFile otherFile, fileOf(index, other));
    const std::uint64_t length = std::min(one.sizeBytes, kPlaceBytes);
    const std::uint64_t last = one.sizeBytes - length;
    std::string oneBytes;
    std::string otherBytes;
    for (std::uint64_t place = 0; place < kPlaces; ++place) {
        const std::uint64_t offset = last / (kPlaces - 1) * place + last % (kPlaces - 1) * place / (kPlaces - 1);
        FIRSTLIGHT_RETURN_IF_ERROR(oneFile.read(one.offsetBytes + offset, length, oneBytes));
        FIRSTLIGHT_RETURN_IF_ERROR(otherFile.read(other.offsetBytes + offset, length, otherBytes));
        if (oneBytes != otherBytes) {
            return false;
        }
    }
    return true;
}

} // namespace firstlight::checkpoint
