#include "backend/checkpoint/checkpoint_index.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/checkpoint_place.h"
#include "backend/checkpoint/checkpoint_survey.h"

#include <algorithm>
#include <numeric>

namespace firstlight::checkpoint {

std::int64_t TensorEntry::elementCount() const
{
    std::uint64_t count = 1; // a dimension of 0 may stand beside ones whose product leaves 63 bits
    for (const std::int64_t size : shape) {
        count *= static_cast<std::uint64_t>(size);
    }
    return static_cast<std::int64_t>(count);
}

const TensorEntry* CheckpointIndex::find(std::string_view name) const
{
    const auto place =
        std::lower_bound(tensors.begin(), tensors.end(), name,
                         [](const TensorEntry& tensor, std::string_view key) { return tensor.name < key; });
    return place != tensors.end() && place->name == name ? &*place : nullptr;
}

std::vector<TensorPiece> CheckpointIndex::piecesOf(const TensorEntry& tensor) const
{
    const auto found = pieces.find(tensor.name);
    return found != pieces.end() ? found->second
                                 : std::vector{TensorPiece{0, tensor.sizeBytes, tensor.file, tensor.offsetBytes}};
}

std::uint64_t CheckpointIndex::totalBytes() const
{
    return std::accumulate(tensors.begin(), tensors.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const TensorEntry& tensor) { return sum + tensor.sizeBytes; });
}

std::string CheckpointIndex::filePath(const TensorEntry& tensor) const
{
    return directory + "/" + files[tensor.file].name;
}

absl::StatusOr<CheckpointIndex> openCheckpoint(const std::string& path)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const CheckpointPlace place, resolvePlace(path));
    CheckpointSurvey survey = surveyCheckpoint(place.directory, place.file);
    if (!survey.problems.empty()) {
        return survey.problems.front();
    }
    return std::move(survey.index);
}

std::vector<absl::Status> listProblems(const std::string& path)
{
    const auto place = resolvePlace(path);
    return place.ok() ? surveyCheckpoint(place->directory, place->file).problems
                      : std::vector<absl::Status>{place.status()};
}

} // namespace firstlight::checkpoint
