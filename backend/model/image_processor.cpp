#include "backend/model/image_processor.h"

#include "backend/base/failure.h"
#include "backend/model/processor_config.h"
#include "backend/model/qwen_image_processor.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

absl::StatusOr<std::unique_ptr<ImageProcessor>> ImageProcessor::load(const std::string& directory)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const ProcessorConfig config, readProcessorConfig(directory));
    if (config.type == "Qwen2VLImageProcessor" || config.type == "Qwen2_5_VLImageProcessor" ||
        config.type == "Qwen3VLImageProcessor") {
        return makeQwenImageProcessor(config);
    }
    return base::failure(reasons::kModelUnsupported,
                         {{"detail", absl::StrCat("the image processor \"", config.type, "\" of ", config.file, " is not known")}});
}

} // namespace firstlight::model
