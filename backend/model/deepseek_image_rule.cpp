// DeepSeek-VL and Janus: the longer side fills a square, the rest of it has the mean's colour.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <cmath>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSide = std::int64_t{1} << 14;   // whatever a file asks for
constexpr std::int64_t kMaxTokens = std::int64_t{1} << 16; // whatever a file asks for
constexpr std::array<double, 3> kClipMean = {0.48145466, 0.4578275, 0.40821073};

struct DeepseekParameters {
    std::int64_t side = 384;
    std::int64_t minSide = 14;
    bool resizes = true;
    bool pads = true;
    std::array<std::uint8_t, 3> fill{};
    std::int64_t tokens = 576;
    std::int64_t patch = 0; // 0: the checkpoint does not say
    std::string begin;
    std::string end;
};

class DeepseekRule final : public ImageRule
{
public:
    explicit DeepseekRule(DeepseekParameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageStep step = wholePicture(picture, m_parameters.resizes ? resized(picture) : picture);
        step.fill = m_parameters.fill;
        if (m_parameters.pads) {
            const std::int64_t side = std::max(step.resized.width, step.resized.height);
            step.canvas = {side, side};
            step.canvasLeft = (side - step.resized.width) / 2;
            step.canvasTop = (side - step.resized.height) / 2;
        }
        ImageLayout layout;
        layout.steps.push_back(step);
        if (m_parameters.patch > 0) {
            layout.gridWidth = static_cast<std::int32_t>(step.canvas.width / m_parameters.patch);
            layout.gridHeight = static_cast<std::int32_t>(step.canvas.height / m_parameters.patch);
        }
        layout.places.push_back({m_parameters.begin, static_cast<std::int32_t>(m_parameters.tokens)});
        if (!m_parameters.end.empty()) {
            layout.places.push_back({m_parameters.end, 0});
        }
        return layout;
    }

private:
    PixelSize resized(const PixelSize& picture) const
    {
        const double scale =
            static_cast<double>(m_parameters.side) / static_cast<double>(std::max(picture.width, picture.height));
        const auto scaled = [&](std::int64_t length) {
            return std::max(static_cast<std::int64_t>(std::nearbyint(static_cast<double>(length) * scale)),
                            m_parameters.minSide);
        };
        return {scaled(picture.width), scaled(picture.height)};
    }

    DeepseekParameters m_parameters;
};

absl::StatusOr<DeepseekParameters> readDeepseek(const ProcessorConfig& config)
{
    DeepseekParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const PixelSize size, config.tileSize("size", parameters.side));
    if (size.width != size.height || size.width > kMaxSide) {
        return config.invalid("size is not a square of at most 16384 pixels a side");
    }
    parameters.side = size.width;
    parameters.resizes = config.flag("do_resize", true);
    parameters.pads = config.flag("do_pad", true);
    parameters.fill = config.meanColor(kClipMean);
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minSide,
                                config.limited(config.json, "min_size", parameters.minSide, 1, kMaxSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tokens,
                                config.limited(config.processor, "num_image_tokens", parameters.tokens, 1, kMaxTokens));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    return parameters;
}

} // namespace

MadeImageRule makeDeepseekRule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(DeepseekParameters parameters, readDeepseek(config));
    return std::make_unique<DeepseekRule>(std::move(parameters));
}

MadeImageRule makeJanusRule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(DeepseekParameters parameters, readDeepseek(config));
    parameters.begin = config.token("boi_token", "<begin_of_image>");
    parameters.end = config.token("eoi_token", "<end_of_image>");
    return std::make_unique<DeepseekRule>(std::move(parameters));
}

} // namespace firstlight::model
