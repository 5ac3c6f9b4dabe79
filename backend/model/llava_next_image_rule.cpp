// LLaVA-NeXT and LLaVA-OneVision: an overview, then the tiles of the best resolution of a list, padded around the
// picture. The vision tower's rows of the padding are taken out again, and each row of patches ends with a learned
// newline.
#include "backend/base/failure.h"
#include "backend/model/image_resolutions.h"
#include "backend/model/image_rules.h"

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTokens = std::int64_t{1} << 20; // of a tile, whatever a file asks for

struct LlavaNextParameters {
    PixelSize tile;
    std::vector<PixelSize> pinpoints;
    std::int64_t sideTokens = 0; // a tile's, in each direction; 0: the checkpoint does not say
    std::int64_t tileTokens = 0; // of the overview
    std::int64_t extraTokens = 0;
    std::int64_t maxTiles = 0;                                  // whose tokens are kept, more are pooled; 0: all
    std::optional<std::array<std::uint8_t, 3>> fillAmongOthers; // several pictures: each one square padded with this
};

// The reference's a // b of positive numbers that are not whole.
std::int64_t wholeTimes(std::int64_t a, double b)
{
    const auto dividend = static_cast<double>(a);
    const double exact = (dividend - std::fmod(dividend, b)) / b;
    const double whole = std::floor(exact);
    return static_cast<std::int64_t>(exact - whole > 0.5 ? whole + 1.0 : whole);
}

// The reference's int(round(value, 7)).
std::int64_t wholePart(double value)
{
    return static_cast<std::int64_t>(std::nearbyint(value * 1e7) / 1e7);
}

// Patches of the canvas without those that only hold padding.
PixelSize unpadded(const PixelSize& picture, PixelSize patches)
{
    const auto width = static_cast<double>(picture.width);
    const auto height = static_cast<double>(picture.height);
    const auto across = static_cast<double>(patches.width);
    const auto down = static_cast<double>(patches.height);
    if (width / height > across / down) {
        const std::int64_t kept = wholePart(height * (across / width));
        patches.height -= (patches.height - kept) / 2 * 2;
    } else {
        const std::int64_t kept = wholePart(width * (down / height));
        patches.width -= (patches.width - kept) / 2 * 2;
    }
    return patches;
}

class LlavaNextRule final : public ImageRule
{
public:
    explicit LlavaNextRule(LlavaNextParameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageStep tiles = fittedStep(picture, bestResolution(picture, m_parameters.pinpoints));
        tiles.columns = static_cast<std::int32_t>(tiles.canvas.width / m_parameters.tile.width);
        tiles.rows = static_cast<std::int32_t>(tiles.canvas.height / m_parameters.tile.height);
        ImageLayout layout;
        layout.steps = {wholePicture(picture, m_parameters.tile), tiles};
        addTokens(picture, tiles, layout);
        return layout;
    }

    absl::StatusOr<ImageLayout> layoutAmong(const PixelSize& picture, int pictures) const override
    {
        if (pictures < 2 || !m_parameters.fillAmongOthers) {
            return layout(picture);
        }
        const std::int64_t side = std::max(picture.width, picture.height);
        ImageStep step = wholePicture({side, side}, m_parameters.tile);
        step.left = -((side - picture.width) / 2);
        step.top = -((side - picture.height) / 2);
        step.fill = *m_parameters.fillAmongOthers;
        ImageLayout layout;
        layout.steps.push_back(step);
        layout.gridWidth = layout.gridHeight = static_cast<std::int32_t>(m_parameters.sideTokens);
        const std::int64_t count = m_parameters.tileTokens + 1 + m_parameters.extraTokens; // a newline at the end
        layout.places.push_back({{}, m_parameters.sideTokens > 0 ? static_cast<std::int32_t>(count) : 0});
        return layout;
    }

private:
    void addTokens(const PixelSize& picture, const ImageStep& tiles, ImageLayout& layout) const
    {
        const std::int64_t side = m_parameters.sideTokens;
        if (side == 0) {
            return;
        }
        const PixelSize kept = pooled(unpadded(picture, {side * tiles.columns, side * tiles.rows}));
        const std::int64_t count = m_parameters.tileTokens + m_parameters.extraTokens + kept.area() + kept.height;
        layout.gridWidth = layout.gridHeight = static_cast<std::int32_t>(side);
        layout.places.push_back({{}, static_cast<std::int32_t>(std::max(count, std::int64_t{0}))});
    }

    PixelSize pooled(const PixelSize& patches) const
    {
        constexpr double kTolerance = 1.1;
        const auto most =
            static_cast<double>(m_parameters.maxTiles * m_parameters.sideTokens * m_parameters.sideTokens);
        const double ratio = most > 0.0 ? std::sqrt(static_cast<double>(patches.area()) / most) : 1.0;
        return ratio > kTolerance ? PixelSize{wholeTimes(patches.width, ratio), wholeTimes(patches.height, ratio)}
                                  : patches;
    }

    LlavaNextParameters m_parameters;
};

absl::Status readTile(const ProcessorConfig& config, LlavaNextParameters& parameters)
{
    SizeSetting usual;
    usual.shortestEdge = 224;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting size, config.size("size", PlainSize::kShortestEdge, usual));
    SizeSetting usualCrop;
    usualCrop.height = usualCrop.width = 224;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting crop, config.size("crop_size", PlainSize::kSquare, usualCrop));
    const std::int64_t edge = size.shortestEdge.value_or(0);
    parameters.tile = {size.width.value_or(edge), size.height.value_or(edge)};
    const bool cropped = config.flag("do_center_crop", true);
    const PixelSize cut{crop.width.value_or(0), crop.height.value_or(0)};
    if (parameters.tile.area() == 0 || parameters.tile.width != parameters.tile.height ||
        cut.height != parameters.tile.height || (cropped && cut != parameters.tile)) {
        return config.unsupported("size and crop_size are not one and the same square");
    }
    return absl::OkStatus();
}

absl::Status readOneVisionTile(const ProcessorConfig& config, LlavaNextParameters& parameters)
{
    SizeSetting usual;
    usual.height = usual.width = 384;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting size, config.size("size", PlainSize::kShortestEdge, usual));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting crop, config.size("crop_size", PlainSize::kSquare, {}));
    const std::int64_t edge = size.shortestEdge.value_or(0);
    parameters.tile = {size.width.value_or(edge), size.height.value_or(edge)};
    if (parameters.tile.area() == 0 || parameters.tile.width != parameters.tile.height ||
        crop.height.value_or(parameters.tile.height) != parameters.tile.height ||
        crop.width.value_or(parameters.tile.width) != parameters.tile.width) {
        return config.unsupported("size and crop_size are not one and the same square");
    }
    return absl::OkStatus();
}

std::vector<PixelSize> squares(std::int64_t side, std::int64_t most)
{
    std::vector<PixelSize> sizes;
    for (std::int64_t rows = 1; rows <= most; ++rows) {
        for (std::int64_t columns = 1; columns <= most; ++columns) {
            sizes.push_back({columns * side, rows * side});
        }
    }
    return sizes;
}

// "anyres_max_9": the number.
absl::Status readMaxTiles(const ProcessorConfig& config, LlavaNextParameters& parameters)
{
    constexpr std::string_view kPrefix = "anyres_max_";
    const std::string word = config.word("vision_aspect_ratio");
    const std::string own = word.empty() ? "anyres_max_9" : word;
    const bool known = own.starts_with(kPrefix) && absl::SimpleAtoi(own.substr(kPrefix.size()), &parameters.maxTiles);
    return known && parameters.maxTiles > 0 && parameters.maxTiles <= kMaxTokens
               ? absl::OkStatus()
               : config.unsupported(
                     absl::StrCat("vision_aspect_ratio is \"", own, "\", not \"anyres_max_\" and a number"));
}

} // namespace

MadeImageRule makeLlavaNextRule(const ProcessorConfig& config)
{
    LlavaNextParameters parameters;
    FIRSTLIGHT_RETURN_IF_ERROR(readTile(config, parameters));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.pinpoints,
                                readResolutions(config, "image_grid_pinpoints",
                                                {{672, 336}, {336, 672}, {672, 672}, {336, 1008}, {1008, 336}},
                                                parameters.tile));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t patch, config.towerPatch());
    parameters.sideTokens = patch > 0 ? parameters.tile.width / patch : 0;
    parameters.tileTokens = parameters.sideTokens * parameters.sideTokens;
    if (config.processor.contains("patch_size")) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t additional,
                                    config.integer(config.processor, "num_additional_image_tokens", 0, 0));
        const bool dropsFirst = config.word("vision_feature_select_strategy") == "default";
        parameters.extraTokens = additional - (dropsFirst ? 1 : 0);
    }
    return std::make_unique<LlavaNextRule>(std::move(parameters));
}

MadeImageRule makeLlavaOneVisionRule(const ProcessorConfig& config)
{
    LlavaNextParameters parameters;
    FIRSTLIGHT_RETURN_IF_ERROR(readOneVisionTile(config, parameters));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.pinpoints,
                                readResolutions(config, "image_grid_pinpoints", squares(384, 6), parameters.tile));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t patch, config.towerPatch());
    const std::int64_t side = patch > 0 ? parameters.tile.width / patch : 0;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tileTokens,
                                config.limited(config.processor, "num_image_tokens", side * side, 1, kMaxTokens));
    parameters.sideTokens = static_cast<std::int64_t>(std::sqrt(static_cast<double>(parameters.tileTokens)));
    parameters.extraTokens = config.word("vision_feature_select_strategy") == "default" ? -1 : 0;
    FIRSTLIGHT_RETURN_IF_ERROR(readMaxTiles(config, parameters));
    parameters.fillAmongOthers = config.meanColor({0.48145466, 0.4578275, 0.40821073});
    return std::make_unique<LlavaNextRule>(std::move(parameters));
}

} // namespace firstlight::model
