// Step 3.7: a sliding window over the picture where it is large or long, then an overview.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSide = std::int64_t{1} << 14; // whatever a file asks for
constexpr std::int64_t kMaxParts = 1024;
constexpr std::int64_t kPixelsPerToken = 14 * 4; // patch and stride of the vision tower, fixed in the reference

struct StepParameters {
    std::int64_t overview = 728; // side
    std::int64_t part = 504;     // side
    std::int64_t limit = 3024;   // of the longer side before anything else
};

std::int32_t tokensOf(std::int64_t side)
{
    return static_cast<std::int32_t>(side / kPixelsPerToken * (side / kPixelsPerToken));
}

class StepRule final : public ImageRule
{
public:
    explicit StepRule(const StepParameters& parameters) : m_parameters(parameters) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const PixelSize padded = padding(picture);
        const PixelSize whole = limited(padded);
        const std::int64_t window = windowOf(whole);
        ImageLayout layout;
        if (window > 0) {
            if (!addParts(padded, {snapped(whole.width, window), snapped(whole.height, window)}, window, layout)) {
                return refusedShape(picture, "this model would need too many parts");
            }
        }
        ImageStep first = wholePicture(padded, whole);
        first.kept = false;
        layout.steps.push_back(first);
        layout.steps.push_back(nextStep(layout.steps, picture, {m_parameters.overview, m_parameters.overview}));
        layout.places.push_back({"<im_start>", tokensOf(m_parameters.overview)});
        layout.places.push_back({"<im_end>", 0});
        joinTexts(layout);
        return layout;
    }

private:
    // Very narrow pictures come onto a square, at its top left corner.
    static PixelSize padding(const PixelSize& picture)
    {
        const std::int64_t shorter = std::min(picture.width, picture.height);
        const std::int64_t longer = std::max(picture.width, picture.height);
        const bool narrow = shorter < 32 && static_cast<double>(longer) / static_cast<double>(shorter) > 4.0;
        return narrow ? PixelSize{longer, longer} : picture;
    }

    PixelSize limited(const PixelSize& size) const
    {
        const std::int64_t longer = std::max(size.width, size.height);
        if (longer <= m_parameters.limit) {
            return size;
        }
        const double scale = static_cast<double>(m_parameters.limit) / static_cast<double>(longer);
        return {static_cast<std::int64_t>(static_cast<double>(size.width) * scale),
                static_cast<std::int64_t>(static_cast<double>(size.height) * scale)};
    }

    // The window's side; 0: the overview is enough.
    std::int64_t windowOf(const PixelSize& size) const
    {
        const std::int64_t shorter = std::min(size.width, size.height);
        const std::int64_t longer = std::max(size.width, size.height);
        const double ratio = static_cast<double>(longer) / static_cast<double>(shorter);
        if (longer <= m_parameters.overview) {
            return ratio > 1.5 ? shorter : 0;
        }
        return ratio > 4.0 ? std::min(shorter, m_parameters.part) : m_parameters.part;
    }

    // The nearest multiple of the window, up from a fifth of it.
    static std::int64_t snapped(std::int64_t length, std::int64_t window)
    {
        if (length < window) {
            return length;
        }
        const bool up = static_cast<double>(length % window) > 0.2 * static_cast<double>(window);
        return window * (length / window + (up ? 1 : 0));
    }

    bool addParts(const PixelSize& picture, const PixelSize& canvas, std::int64_t window, ImageLayout& layout) const
    {
        const std::int64_t columns = std::max(std::int64_t{1}, canvas.width / window);
        const std::int64_t rows = std::max(std::int64_t{1}, canvas.height / window);
        if (columns * rows > kMaxParts) {
            return false;
        }
        layout.steps.push_back(wholePicture(picture, canvas));
        layout.steps.back().kept = false;
        for (std::int64_t i = 0; i < columns * rows; ++i) {
            ImageStep step = wholePicture({std::min(window, canvas.width), std::min(window, canvas.height)},
                                          {m_parameters.part, m_parameters.part});
            step.source = 0;
            step.left = i % columns * window;
            step.top = i / columns * window;
            layout.steps.push_back(step);
            layout.places.push_back({"<patch_start>", tokensOf(m_parameters.part)});
            const bool endsRow = i % columns == columns - 1 && i / columns < rows - 1;
            layout.places.push_back({endsRow ? "<patch_end><patch_newline>" : "<patch_end>", 0});
        }
        return true;
    }

    // Texts that follow each other become one.
    static void joinTexts(ImageLayout& layout)
    {
        std::vector<ImagePlace> joined;
        for (const ImagePlace& place : layout.places) {
            if (!joined.empty() && joined.back().imageTokens == 0) {
                joined.back().text += place.text;
                joined.back().imageTokens = place.imageTokens;
            } else {
                joined.push_back(place);
            }
        }
        layout.places = std::move(joined);
    }

    StepParameters m_parameters;
};

} // namespace

MadeImageRule makeStepRule(const ProcessorConfig& config)
{
    StepParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const PixelSize size, config.tileSize("size", parameters.overview));
    parameters.overview = size.height;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.part,
                                config.limited(config.json, "patch_size", parameters.part, kPixelsPerToken, kMaxSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.limit,
                                config.limited(config.json, "max_image_size", parameters.limit, 1, kMaxSide));
    if (parameters.overview < kPixelsPerToken || parameters.overview > kMaxSide) {
        return config.invalid(absl::StrCat("size is not a square of ", kPixelsPerToken, " to ", kMaxSide, " pixels"));
    }
    return std::make_unique<StepRule>(parameters);
}

} // namespace firstlight::model
