// A checkpoint's image processor: which tiles a picture becomes, what stands for it in a prompt, and its pixels.
//
// Sizes, resampling and token counts equal the reference processor named in preprocessor_config.json (or the
// image_processor of processor_config.json). Immutable and thread-safe.
#pragma once

#include "backend/model/image.h"
#include "backend/model/image_layout.h"
#include "backend/model/image_tiles.h"

#include <absl/status/statusor.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace firstlight::model {

class ImageRule;
struct ProcessorConfig;

struct ProcessedImage {
    std::int32_t originalWidth = 0; // pixels, as stored in the file
    std::int32_t originalHeight = 0;
    ImageLayout layout;
    std::vector<ImageTile> tiles; // what the vision tower receives, before mean and deviation; one for most families

    std::int32_t tokenCount() const { return layout.tokenCount(); } // image tokens in the prompt
};

class ImageProcessor
{
public:
    // kPathMissing: the folder has no processor configuration; kFileInvalid: broken; kPicturesUnsupported: a
    // processor kind, or a setting of one, that is not known (named, with the kinds that are).
    static absl::StatusOr<std::unique_ptr<ImageProcessor>> load(const std::string& directory);
    static absl::StatusOr<std::unique_ptr<ImageProcessor>> make(ProcessorConfig config); // the same, files already read
    ~ImageProcessor();

    const std::string& kind() const { return m_kind; } // the reference's name of it

    // What process() would make of a picture of this size, turned upright, where a prompt has `pictures` of them.
    // kImageRejected with `number` where the processor refuses a shape (e.g. sides of more than 200 : 1), or a file
    // asks for more than 64 million pixels.
    absl::StatusOr<ImageLayout> layout(const PixelSize& picture, int number = 1, int pictures = 1) const;
    absl::StatusOr<ProcessedImage> process(const RgbImage& image, int number = 1, int pictures = 1) const;

    Backdrop backdrop() const; // what transparent pictures are to be decoded on

    // What a chat template writes where a picture belongs; empty: one image token.
    const std::string& placeholder() const { return m_placeholder; }

    std::array<float, 3> mean() const { return m_mean; }           // per channel, of values scaled to 0..1
    std::array<float, 3> deviation() const { return m_deviation; } // standard deviation, likewise

private:
    ImageProcessor(const ProcessorConfig& config, std::unique_ptr<const ImageRule> rule);

    std::string m_kind;
    std::string m_placeholder;
    ResizeFilter m_filter;
    std::array<float, 3> m_mean;
    std::array<float, 3> m_deviation;
    std::unique_ptr<const ImageRule> m_rule;
};

} // namespace firstlight::model
