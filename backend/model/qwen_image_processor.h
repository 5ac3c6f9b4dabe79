// The processor of Qwen2-VL and its descendants: any aspect ratio, sides that are multiples of patch times merge size,
// an area between two limits.
#pragma once

#include "backend/model/image_processor.h"
#include "backend/model/processor_config.h"

#include <memory>

namespace firstlight::model {

absl::StatusOr<std::unique_ptr<ImageProcessor>> makeQwenImageProcessor(const ProcessorConfig& config);

} // namespace firstlight::model
