// LLaVA-NeXT: an overview, then the tiles of the best resolution of a list, padded around the picture. The vision
// tower's rows of the padding are taken out again, and each row of patches ends with a learned newline.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::size_t kMaxPinpoints = 1024;

struct LlavaNextParameters {
    PixelSize tile;
    std::vector<PixelSize> pinpoints;
    std::int64_t patch = 0; // 0: the checkpoint does not say
    std::int64_t extraTokens = 0;
};

// The resolution that keeps most of the picture, among these the one that wastes least.
PixelSize bestResolution(const PixelSize& picture, const std::vector<PixelSize>& resolutions)
{
    PixelSize best;
    std::int64_t mostKept = 0;
    std::int64_t leastWasted = std::numeric_limits<std::int64_t>::max();
    for (const PixelSize& resolution : resolutions) {
        const double scale = std::min(static_cast<double>(resolution.width) / static_cast<double>(picture.width),
                                      static_cast<double>(resolution.height) / static_cast<double>(picture.height));
        const PixelSize scaled{static_cast<std::int64_t>(static_cast<double>(picture.width) * scale),
                               static_cast<std::int64_t>(static_cast<double>(picture.height) * scale)};
        const std::int64_t kept = std::min(scaled.area(), picture.area());
        const std::int64_t wasted = resolution.area() - kept;
        if (kept > mostKept || (kept == mostKept && wasted < leastWasted)) {
            mostKept = kept;
            leastWasted = wasted;
            best = resolution;
        }
    }
    return best;
}

// The picture's shape as large as fits.
PixelSize fitted(const PixelSize& picture, const PixelSize& target)
{
    const double across = static_cast<double>(target.width) / static_cast<double>(picture.width);
    const double down = static_cast<double>(target.height) / static_cast<double>(picture.height);
    if (across < down) {
        const auto height = static_cast<std::int64_t>(std::ceil(static_cast<double>(picture.height) * across));
        return {target.width, std::min(height, target.height)};
    }
    const auto width = static_cast<std::int64_t>(std::ceil(static_cast<double>(picture.width) * down));
    return {std::min(width, target.width), target.height};
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
        const PixelSize canvas = bestResolution(picture, m_parameters.pinpoints);
        ImageStep tiles = wholePicture(picture, fitted(picture, canvas));
        tiles.canvas = canvas;
        tiles.canvasLeft = (canvas.width - tiles.resized.width) / 2;
        tiles.canvasTop = (canvas.height - tiles.resized.height) / 2;
        tiles.columns = static_cast<std::int32_t>(canvas.width / m_parameters.tile.width);
        tiles.rows = static_cast<std::int32_t>(canvas.height / m_parameters.tile.height);
        ImageLayout layout;
        layout.steps = {wholePicture(picture, m_parameters.tile), tiles};
        addTokens(picture, tiles, layout);
        return layout;
    }

private:
    void addTokens(const PixelSize& picture, const ImageStep& tiles, ImageLayout& layout) const
    {
        if (m_parameters.patch == 0) {
            return;
        }
        const PixelSize each{m_parameters.tile.width / m_parameters.patch,
                             m_parameters.tile.height / m_parameters.patch};
        const PixelSize kept = unpadded(picture, {each.width * tiles.columns, each.height * tiles.rows});
        const std::int64_t count = each.area() + m_parameters.extraTokens + kept.area() + kept.height;
        layout.gridWidth = static_cast<std::int32_t>(each.width);
        layout.gridHeight = static_cast<std::int32_t>(each.height);
        layout.places.push_back({{}, static_cast<std::int32_t>(std::max(count, std::int64_t{0}))});
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

absl::Status readPinpoints(const ProcessorConfig& config, LlavaNextParameters& parameters)
{
    const nlohmann::json usual{{336, 672}, {672, 336}, {672, 672}, {1008, 336}, {336, 1008}};
    nlohmann::json list = config.json.value("image_grid_pinpoints", nlohmann::json());
    list = list.is_null() ? usual : list;
    for (const nlohmann::json& entry :
         list.is_array() && list.size() <= kMaxPinpoints ? list : nlohmann::json::array()) {
        const bool numbers =
            entry.is_array() && entry.size() == 2 && entry[0].is_number_integer() && entry[1].is_number_integer();
        const PixelSize size =
            numbers ? PixelSize{entry[1].get<std::int64_t>(), entry[0].get<std::int64_t>()} : PixelSize{};
        const PixelSize& tile = parameters.tile;
        if (size.width <= 0 || size.height <= 0 || size.width % tile.width != 0 || size.height % tile.height != 0 ||
            size.width > (1 << 16) || size.height > (1 << 16)) {
            return config.invalid("image_grid_pinpoints has an entry that is not a multiple of the tile's size");
        }
        parameters.pinpoints.push_back(size);
    }
    return parameters.pinpoints.empty() ? config.invalid("image_grid_pinpoints is not a list of sizes")
                                        : absl::OkStatus();
}

} // namespace

MadeImageRule makeLlavaNextRule(const ProcessorConfig& config)
{
    LlavaNextParameters parameters;
    FIRSTLIGHT_RETURN_IF_ERROR(readTile(config, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(readPinpoints(config, parameters));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    if (config.processor.contains("patch_size")) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t additional,
                                    config.integer(config.processor, "num_additional_image_tokens", 0, 0));
        const bool dropsFirst = config.word("vision_feature_select_strategy") == "default";
        parameters.extraTokens = additional - (dropsFirst ? 1 : 0);
    }
    return std::make_unique<LlavaNextRule>(std::move(parameters));
}

} // namespace firstlight::model
