#include "backend/model/text_source.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/checkpoint_place.h"
#include "backend/checkpoint/checkpoint_survey.h"

namespace firstlight::model {

absl::StatusOr<TextSource> findTextSource(const std::string& path)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const checkpoint::CheckpointPlace place, checkpoint::resolvePlace(path));
    return TextSource(place.directory, checkpoint::surveyCheckpoint(place.directory, place.file).gguf);
}

} // namespace firstlight::model
