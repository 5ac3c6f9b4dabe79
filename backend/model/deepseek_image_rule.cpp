// DeepSeek-VL and Janus: the longer side fills a square, the rest of it has the mean's colour. DeepSeek-VL's hybrid
// towers take a small and a large square.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSide = std::int64_t{1} << 14;   // whatever a file asks for
constexpr std::int64_t kMaxTokens = std::int64_t{1} << 16; // whatever a file asks for
constexpr std::array<double, 3> kClipMean = {0.48145466, 0.4578275, 0.40821073};

PixelDefaults usualPixels()
{
    PixelDefaults pixels;
    pixels.mean = {0.48145466F, 0.4578275F, 0.40821073F};
    pixels.deviation = {0.26862954F, 0.26130258F, 0.27577711F};
    return pixels;
}

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

// As long as the square is, no side shorter than the least.
PixelSize resized(const PixelSize& picture, const DeepseekParameters& parameters)
{
    const double scale =
        static_cast<double>(parameters.side) / static_cast<double>(std::max(picture.width, picture.height));
    const auto scaled = [&](std::int64_t length) {
        return std::max(static_cast<std::int64_t>(std::nearbyint(static_cast<double>(length) * scale)),
                        parameters.minSide);
    };
    return {scaled(picture.width), scaled(picture.height)};
}

ImageStep squareStep(const PixelSize& picture, const DeepseekParameters& parameters)
{
    ImageStep step = wholePicture(picture, parameters.resizes ? resized(picture, parameters) : picture);
    step.fill = parameters.fill;
    if (parameters.pads) {
        const std::int64_t side = std::max(step.resized.width, step.resized.height);
        step.canvas = {side, side};
        step.canvasLeft = (side - step.resized.width) / 2;
        step.canvasTop = (side - step.resized.height) / 2;
    }
    return step;
}

// Tokens for one picture, or for the first of two sizes of it.
void addTokens(const ImageStep& step, const DeepseekParameters& parameters, ImageLayout& layout)
{
    if (parameters.patch > 0) {
        layout.gridWidth = static_cast<std::int32_t>(step.canvas.width / parameters.patch);
        layout.gridHeight = static_cast<std::int32_t>(step.canvas.height / parameters.patch);
    }
    layout.places.push_back({parameters.begin, static_cast<std::int32_t>(parameters.tokens)});
    if (!parameters.end.empty()) {
        layout.places.push_back({parameters.end, 0});
    }
}

class DeepseekRule final : public ImageRule
{
public:
    explicit DeepseekRule(DeepseekParameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageLayout layout;
        layout.steps.push_back(squareStep(picture, m_parameters));
        addTokens(layout.steps.front(), m_parameters, layout);
        return layout;
    }

private:
    DeepseekParameters m_parameters;
};

// The small square is made of the large one.
class HybridRule final : public ImageRule
{
public:
    HybridRule(DeepseekParameters small, DeepseekParameters large, const StepSampling& resizing,
               const StepSampling& coloring)
        : m_small(std::move(small)), m_large(std::move(large)), m_resizing(resizing), m_coloring(coloring)
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageStep canvas = squareStep(picture, m_large);
        canvas.sampling = m_resizing;
        canvas.kept = false;
        ImageStep small = squareStep(canvas.canvas, m_small);
        small.source = 0;
        ImageStep large = wholePicture(canvas.canvas, canvas.canvas);
        large.source = 0;
        large.sampling = m_coloring;
        ImageLayout layout;
        layout.steps = {canvas, small, large};
        addTokens(small, m_small, layout);
        return layout;
    }

private:
    DeepseekParameters m_small;
    DeepseekParameters m_large;
    StepSampling m_resizing;
    StepSampling m_coloring;
};

absl::StatusOr<DeepseekParameters> readDeepseek(const ProcessorConfig& config)
{
    DeepseekParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.side, config.squareSide("size", parameters.side, kMaxSide));
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

// The settings of the large square under the names of the small one.
ProcessorConfig largeConfig(const ProcessorConfig& config)
{
    ProcessorConfig large = config;
    large.json["size"] = {{"height", 1024}, {"width", 1024}};
    for (const char* name : {"image_mean", "image_std", "resample"}) {
        large.json.erase(name);
    }
    for (const char* name : {"size", "image_mean", "image_std", "resample"}) {
        const nlohmann::json own = config.json.value(absl::StrCat("high_res_", name), nlohmann::json());
        if (!own.is_null()) {
            large.json[name] = own;
        }
    }
    return large;
}

// How to bring what has the large square's mean and deviation to those of the small one.
StepSampling recolored(const ProcessorConfig& small, const ProcessorConfig& large)
{
    StepSampling sampling;
    for (std::size_t i = 0; i < sampling.times.size(); ++i) {
        sampling.times[i] = small.deviation[i] / large.deviation[i];
        sampling.plus[i] = 255.0F * (small.mean[i] - large.mean[i] * sampling.times[i]);
    }
    sampling.keepsFractions = small.mean != large.mean || small.deviation != large.deviation;
    return sampling;
}

} // namespace

MadeImageRule makeDeepseekRule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(DeepseekParameters parameters, readDeepseek(config));
    return std::make_unique<DeepseekRule>(std::move(parameters));
}

MadeImageRule makeDeepseekHybridRule(const ProcessorConfig& config)
{
    ProcessorConfig large = largeConfig(config);
    FIRSTLIGHT_RETURN_IF_ERROR(readPixelSettings(usualPixels(), large));
    FIRSTLIGHT_ASSIGN_OR_RETURN(DeepseekParameters small, readDeepseek(config));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const DeepseekParameters other, readDeepseek(large));
    if (!small.resizes || !small.pads) {
        return config.unsupported("do_resize or do_pad is off");
    }
    StepSampling resizing;
    resizing.filter = large.filter;
    return std::make_unique<HybridRule>(std::move(small), other, resizing, recolored(config, large));
}

MadeImageRule makeJanusRule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(DeepseekParameters parameters, readDeepseek(config));
    parameters.begin = config.token("boi_token", "<begin_of_image>");
    parameters.end = config.token("eoi_token", "<end_of_image>");
    return std::make_unique<DeepseekRule>(std::move(parameters));
}

} // namespace firstlight::model
