// The list of resolutions that pictures are fitted into (LLaVA-NeXT and its descendants, Aria).
#pragma once

#include "backend/model/image_layout.h"
#include "backend/model/processor_config.h"

#include <absl/status/statusor.h>

#include <vector>

namespace firstlight::model {

// The resolution that keeps most of the picture, among these the one that wastes least. `resolutions`: not empty.
PixelSize bestResolution(const PixelSize& picture, const std::vector<PixelSize>& resolutions);

// The picture as large as fits, in the middle of a canvas of `resolution`.
ImageStep fittedStep(const PixelSize& picture, const PixelSize& resolution);

// The list of [height, width] pairs at `name`, each a multiple of `tile`; `usual` where there is none. kFileInvalid.
absl::StatusOr<std::vector<PixelSize>> readResolutions(const ProcessorConfig& config, const char* name,
                                                       const std::vector<PixelSize>& usual, const PixelSize& tile);

} // namespace firstlight::model
