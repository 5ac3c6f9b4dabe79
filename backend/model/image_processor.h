// A checkpoint's image processor: which size a picture gets and how many tokens stand for it.
//
// Sizes, resampling and token counts equal the reference processor named in preprocessor_config.json (or the
// image_processor of processor_config.json). Thread-safe once loaded.
#pragma once

#include "backend/model/image.h"

#include <absl/status/statusor.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace firstlight::model {

struct ProcessedImage {
    std::int32_t width = 0; // pixels, after resizing
    std::int32_t height = 0;
    std::vector<std::uint8_t> rgb;  // width x height x 3, row by row: what the model receives, before mean and std
    std::int32_t originalWidth = 0; // as stored in the file
    std::int32_t originalHeight = 0;
    std::int32_t gridWidth = 0; // patches
    std::int32_t gridHeight = 0;
    std::int32_t tokenCount = 0; // places in the prompt
};

class ImageProcessor
{
public:
    // kPathMissing: the folder has no processor configuration; kFileInvalid: broken; kModelUnsupported: a processor
    // kind that is not known (named).
    static absl::StatusOr<std::unique_ptr<ImageProcessor>> load(const std::string& directory);
    virtual ~ImageProcessor() = default;

    // kImageRejected with `number` where the processor refuses a shape (e.g. sides of more than 200 : 1).
    virtual absl::StatusOr<ProcessedImage> process(const RgbImage& image, int number = 1) const = 0;

    virtual std::array<float, 3> mean() const = 0; // per channel, of values scaled to 0..1
    virtual std::array<float, 3> deviation() const = 0; // standard deviation, likewise
};

} // namespace firstlight::model
