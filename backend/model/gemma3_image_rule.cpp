// Gemma 3: one size and a fixed number of tokens; where it is switched on, long pictures come as crops, too.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <cmath>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTokens = std::int64_t{1} << 16; // whatever a file asks for
constexpr std::int64_t kMaxCrops = 256;

struct Gemma3Parameters {
    PixelSize size;
    bool resizes = true;
    bool crops = false;
    std::int64_t minCropSize = 256;
    std::int64_t maxCrops = 4;
    double minRatio = 1.2;
    std::int64_t patch = 0; // 0: the checkpoint does not say
    std::int64_t tokens = 256;
    std::string begin;
    std::string end;
};

class Gemma3Rule final : public ImageRule
{
public:
    explicit Gemma3Rule(Gemma3Parameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageLayout layout;
        layout.steps.push_back(wholePicture(picture, m_parameters.resizes ? m_parameters.size : picture));
        addCrops(picture, layout);
        for (const ImageStep& step : layout.steps) {
            if (step.taken.width <= 0 || step.taken.height <= 0) {
                return refusedShape(picture, "they cannot be cut into this model's crops");
            }
        }
        if (m_parameters.patch > 0) {
            layout.gridWidth = static_cast<std::int32_t>(layout.steps[0].canvas.width / m_parameters.patch);
            layout.gridHeight = static_cast<std::int32_t>(layout.steps[0].canvas.height / m_parameters.patch);
        }
        addPlaces(layout);
        return layout;
    }

    std::string placeholder() const override { return m_parameters.begin; }

private:
    // The longer side in about equal parts, as many as bring each near to a square.
    void addCrops(const PixelSize& picture, ImageLayout& layout) const
    {
        const bool wide = picture.width >= picture.height;
        const std::int64_t longer = wide ? picture.width : picture.height;
        const std::int64_t shorter = wide ? picture.height : picture.width;
        const double ratio = static_cast<double>(longer) / static_cast<double>(shorter);
        if (!m_parameters.crops || ratio < m_parameters.minRatio) {
            return;
        }
        const auto rounded = static_cast<std::int64_t>(std::floor(ratio + 0.5));
        const std::int64_t wanted = std::min(longer / m_parameters.minCropSize, rounded);
        const std::int64_t count = std::min(m_parameters.maxCrops, std::max(std::int64_t{2}, wanted));
        const std::int64_t length = (longer + count - 1) / count;
        if (std::min(length, shorter) < m_parameters.minCropSize) {
            return;
        }
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t begin = i * length;
            const std::int64_t cut = std::min(length, longer - begin);
            ImageStep step = wholePicture(wide ? PixelSize{cut, shorter} : PixelSize{shorter, cut}, m_parameters.size);
            step.left = wide ? begin : 0;
            step.top = wide ? 0 : begin;
            layout.steps.push_back(step);
        }
    }

    void addPlaces(ImageLayout& layout) const
    {
        const std::string begin = "\n\n" + m_parameters.begin;
        const std::string end = m_parameters.end + "\n\n";
        const auto tokens = static_cast<std::int32_t>(m_parameters.tokens);
        if (layout.steps.size() == 1) {
            layout.places = {{begin, tokens}, {end, 0}};
            return;
        }
        layout.places.push_back({"Here is the original image " + begin, tokens});
        for (std::size_t i = 1; i < layout.steps.size(); ++i) {
            const char* words = i == 1 ? " and here are some crops to help you see better " : " ";
            layout.places.push_back({end + words + begin, tokens});
        }
        layout.places.push_back({end, 0});
    }

    Gemma3Parameters m_parameters;
};

} // namespace

MadeImageRule makeGemma3Rule(const ProcessorConfig& config)
{
    Gemma3Parameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.size, config.tileSize("size", 224));
    parameters.crops = config.flag("do_pan_and_scan", false);
    parameters.resizes = config.flag("do_resize", true) || parameters.crops;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minCropSize, config.integer(config.json, "pan_and_scan_min_crop_size", 256));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxCrops,
                                config.limited(config.json, "pan_and_scan_max_num_crops", 4, 1, kMaxCrops));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minRatio,
                                config.number(config.json, "pan_and_scan_min_ratio_to_activate", 1.2));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t usualTokens,
                                config.limited(config.model, "mm_tokens_per_image", 256, 1, kMaxTokens));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tokens,
                                config.limited(config.processor, "image_seq_length", usualTokens, 1, kMaxTokens));
    parameters.begin = config.token("boi_token", "<start_of_image>");
    parameters.end = config.token("eoi_token", "<end_of_image>");
    return std::make_unique<Gemma3Rule>(std::move(parameters));
}

} // namespace firstlight::model
