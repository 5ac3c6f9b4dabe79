// CLIP, SigLIP and the LLaVA line: pictures of one size.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTokens = std::int64_t{1} << 20; // whatever a file asks for
constexpr double kMaxResized = 1e12;

struct FixedParameters {
    bool padsToSquare = false;
    std::array<std::uint8_t, 3> fill{0, 0, 0}; // around the picture in the square
    std::optional<SizeSetting> size;           // none: pictures keep theirs
    std::optional<PixelSize> crop;
    std::int64_t patch = 0;  // 0: the checkpoint does not say
    std::int64_t tokens = 0; // 0: as many as patches, and `extraTokens`
    std::int64_t extraTokens = 0;
    WeightBits bits = WeightBits::kTorch;
    std::string begin; // text around the tokens
    std::string end;
};

std::int64_t truncated(double value)
{
    return static_cast<std::int64_t>(std::min(value, kMaxResized));
}

PixelSize ordered(std::int64_t shorter, std::int64_t longer, const PixelSize& picture)
{
    return picture.width <= picture.height ? PixelSize{shorter, longer} : PixelSize{longer, shorter};
}

// The shorter side becomes `edge`, unless the longer one would come to more than `limit`.
PixelSize withinLimit(const PixelSize& picture, std::int64_t edge, std::int64_t limit)
{
    const auto shorter = static_cast<double>(std::min(picture.width, picture.height));
    const auto longer = static_cast<double>(std::max(picture.width, picture.height));
    double exact = static_cast<double>(edge);
    std::int64_t side = edge;
    if (longer / shorter * exact > static_cast<double>(limit)) {
        exact = static_cast<double>(limit) * shorter / longer;
        side = static_cast<std::int64_t>(std::nearbyint(exact));
    }
    if (std::min(picture.width, picture.height) == side) {
        return picture;
    }
    return picture.width == picture.height ? PixelSize{truncated(exact), side}
                                           : ordered(side, truncated(exact * longer / shorter), picture);
}

// As the reference's resize() reads a size. Nothing: it refuses this one.
std::optional<PixelSize> resizedTo(const SizeSetting& size, const PixelSize& picture)
{
    if (size.shortestEdge && size.longestEdge) {
        return withinLimit(picture, *size.shortestEdge, *size.longestEdge);
    }
    if (size.shortestEdge) {
        const auto shorter = static_cast<double>(std::min(picture.width, picture.height));
        const auto longer = static_cast<double>(std::max(picture.width, picture.height));
        return ordered(*size.shortestEdge, truncated(static_cast<double>(*size.shortestEdge) * longer / shorter),
                       picture);
    }
    if (size.maxHeight && size.maxWidth) {
        const double scale = std::min(static_cast<double>(*size.maxHeight) / static_cast<double>(picture.height),
                                      static_cast<double>(*size.maxWidth) / static_cast<double>(picture.width));
        return PixelSize{truncated(static_cast<double>(picture.width) * scale),
                         truncated(static_cast<double>(picture.height) * scale)};
    }
    if (size.height && size.width) {
        return PixelSize{*size.width, *size.height};
    }
    return std::nullopt;
}

// Where a side that is `length` long begins on a canvas that is `canvas` long: in its middle.
std::int64_t centered(std::int64_t length, std::int64_t canvas)
{
    return canvas > length ? (canvas - length) / 2 : -((length - canvas) / 2);
}

class FixedRule final : public ImageRule
{
public:
    explicit FixedRule(const FixedParameters& parameters) : m_parameters(parameters) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageStep step;
        step.sampling.bits = m_parameters.bits;
        step.taken = picture;
        if (m_parameters.padsToSquare) {
            step.fill = m_parameters.fill;
            const std::int64_t side = std::max(picture.width, picture.height);
            step.left = -((side - picture.width) / 2);
            step.top = -((side - picture.height) / 2);
            step.taken = {side, side};
        }
        step.resized = m_parameters.size ? *resizedTo(*m_parameters.size, step.taken) : step.taken;
        step.canvas = m_parameters.crop.value_or(step.resized);
        step.canvasLeft = centered(step.resized.width, step.canvas.width);
        step.canvasTop = centered(step.resized.height, step.canvas.height);
        ImageLayout layout;
        if (step.canvas != step.resized && m_parameters.padsToSquare) { // the crop fills up with black
            layout.steps.push_back(wholePicture(step.taken, step.resized));
            layout.steps.back().left = step.left;
            layout.steps.back().top = step.top;
            layout.steps.back().fill = step.fill;
            layout.steps.back().kept = false;
            step.source = 0;
            step.left = step.top = 0;
            step.taken = step.resized;
            step.fill = {0, 0, 0};
        }
        layout.steps.push_back(step);
        addTokens(step, layout);
        return layout;
    }

private:
    void addTokens(const ImageStep& step, ImageLayout& layout) const
    {
        if (m_parameters.patch > 0) {
            layout.gridWidth = static_cast<std::int32_t>(step.canvas.width / m_parameters.patch);
            layout.gridHeight = static_cast<std::int32_t>(step.canvas.height / m_parameters.patch);
        }
        const std::int64_t patches = std::int64_t{layout.gridWidth} * layout.gridHeight;
        const std::int64_t counted = patches > 0 ? std::max(patches + m_parameters.extraTokens, std::int64_t{0}) : 0;
        const std::int64_t tokens = m_parameters.tokens > 0 ? m_parameters.tokens : counted;
        layout.places.push_back({m_parameters.begin, static_cast<std::int32_t>(std::min(tokens, kMaxTokens))});
        if (!m_parameters.end.empty()) {
            layout.places.push_back({m_parameters.end, 0});
        }
    }

    FixedParameters m_parameters;
};

// Patches, and what a processor_config.json adds to or takes from their number.
absl::Status readTokens(const ProcessorConfig& config, FixedParameters& parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tokens, config.integer(config.processor, "image_seq_length", 0, 0));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tokens,
                                config.integer(config.json, "image_seq_length", parameters.tokens, 0));
    const bool dropsFirst = config.word("vision_feature_select_strategy") == "default";
    if (config.processor.contains("patch_size")) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t additional,
                                    config.integer(config.processor, "num_additional_image_tokens", 0, 0));
        parameters.extraTokens = additional - (dropsFirst ? 1 : 0);
    }
    return absl::OkStatus();
}

absl::Status readSizes(const ProcessorConfig& config, PlainSize plain, const SizeSetting& fallback,
                       FixedParameters& parameters)
{
    if (config.flag("do_resize", true)) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.size, config.size("size", plain, fallback));
        if (!resizedTo(*parameters.size, {1, 1})) {
            return config.invalid("size has neither height and width nor a shortest_edge");
        }
    }
    return absl::OkStatus();
}

absl::Status readCrop(const ProcessorConfig& config, std::int64_t usualSide, FixedParameters& parameters)
{
    if (!config.flag("do_center_crop", true)) {
        return absl::OkStatus();
    }
    SizeSetting usual;
    usual.height = usual.width = usualSide;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting crop, config.size("crop_size", PlainSize::kSquare, usual));
    if (!crop.height || !crop.width) {
        return config.invalid("crop_size has no height and width");
    }
    parameters.crop = PixelSize{*crop.width, *crop.height};
    return absl::OkStatus();
}

// Shortest edge and crop.
absl::StatusOr<FixedParameters> readFixed(const ProcessorConfig& config, std::int64_t usualSide)
{
    FixedParameters parameters;
    SizeSetting usual;
    usual.shortestEdge = usualSide;
    FIRSTLIGHT_RETURN_IF_ERROR(readSizes(config, PlainSize::kShortestEdge, usual, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(readCrop(config, usualSide, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(readTokens(config, parameters));
    return parameters;
}

MadeImageRule makeResizingRule(const ProcessorConfig& config, std::int64_t usualSide, PlainSize plain)
{
    FixedParameters parameters;
    SizeSetting usual;
    usual.height = usual.width = usualSide;
    FIRSTLIGHT_RETURN_IF_ERROR(readSizes(config, plain, usual, parameters));
    if (config.flag("do_center_crop", false)) {
        FIRSTLIGHT_RETURN_IF_ERROR(readCrop(config, 224, parameters));
    }
    FIRSTLIGHT_RETURN_IF_ERROR(readTokens(config, parameters));
    return std::make_unique<FixedRule>(parameters);
}

} // namespace

MadeImageRule makeFixedRule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(FixedParameters parameters, readFixed(config, 224));
    parameters.padsToSquare = config.type == "LlavaImageProcessor" && config.flag("do_pad", false);
    parameters.fill = config.meanColor({0.48145466, 0.4578275, 0.40821073});
    return std::make_unique<FixedRule>(parameters);
}

MadeImageRule makeVideoLlavaRule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(FixedParameters parameters, readFixed(config, 224));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t additional,
                                config.integer(config.processor, "num_additional_image_tokens", 1, 0));
    const std::string strategy = config.word("vision_feature_select_strategy");
    parameters.patch = parameters.patch > 0 ? parameters.patch : 14;
    parameters.bits = WeightBits::kPillow;
    parameters.extraTokens = additional - (strategy.empty() || strategy == "default" ? 1 : 0);
    return std::make_unique<FixedRule>(parameters);
}

MadeImageRule makeChameleonRule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(FixedParameters parameters, readFixed(config, 512));
    parameters.tokens = parameters.tokens > 0 ? parameters.tokens : 1024;
    parameters.begin = config.token("boi_token", "<racm3:break>");
    parameters.end = config.token("eoi_token", "<eoss>");
    return std::make_unique<FixedRule>(parameters);
}

MadeImageRule makeSiglipRule(const ProcessorConfig& config)
{
    return makeResizingRule(config, 224,
                            config.type == "ViTImageProcessor" ? PlainSize::kSquare : PlainSize::kShortestEdge);
}

MadeImageRule makeBlipRule(const ProcessorConfig& config)
{
    return makeResizingRule(config, 384, PlainSize::kSquare);
}

} // namespace firstlight::model
