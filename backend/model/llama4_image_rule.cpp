// Llama 4: the picture on the best of many canvases, cut into tiles, then an overview.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSide = std::int64_t{1} << 14;
constexpr std::int64_t kMaxTokens = std::int64_t{1} << 16; // of a tile

struct Llama4Parameters {
    std::int64_t side = 336; // of a tile
    std::int64_t maxTiles = 16;
    bool fillsCanvas = false; // pictures are enlarged as far as they can be
    std::int64_t patch = 14;
    std::int64_t patchesPerToken = 4;

    std::int64_t tokensOfTile() const { return side / patch * (side / patch) / patchesPerToken; }
};

// All canvases of up to so many tiles, in the reference's order: by shape, the shape that more tiles allow first.
std::vector<PixelSize> allCanvases(std::int64_t maxTiles, std::int64_t side)
{
    std::vector<std::pair<double, std::vector<PixelSize>>> byShape;
    for (std::int64_t count = maxTiles; count > 0; --count) {
        for (std::int64_t rows = 1; rows <= count; ++rows) {
            if (count % rows != 0) {
                continue;
            }
            const double shape = static_cast<double>(rows) / static_cast<double>(count / rows);
            auto found =
                std::find_if(byShape.begin(), byShape.end(), [&](const auto& entry) { return entry.first == shape; });
            if (found == byShape.end()) {
                found = byShape.insert(byShape.end(), {shape, {}});
            }
            found->second.push_back({count / rows * side, rows * side});
        }
    }
    std::vector<PixelSize> canvases;
    for (const auto& [shape, sizes] : byShape) {
        canvases.insert(canvases.end(), sizes.begin(), sizes.end());
    }
    return canvases;
}

// The reference calculates with single precision wherever a canvas takes part, and decides by equality.
float scaleOnto(const PixelSize& picture, const PixelSize& canvas)
{
    const float across = static_cast<float>(canvas.width) / static_cast<float>(picture.width);
    const float down = static_cast<float>(canvas.height) / static_cast<float>(picture.height);
    return down > across ? across : down;
}

PixelSize bestCanvas(const PixelSize& picture, const std::vector<PixelSize>& canvases, bool largest)
{
    float enlarging = 0.0F;
    float shrinking = 0.0F;
    for (const PixelSize& canvas : canvases) {
        const float scale = scaleOnto(picture, canvas);
        if (scale < 1.0F) {
            shrinking = std::max(shrinking, scale);
        } else if (enlarging == 0.0F || (largest ? scale > enlarging : scale < enlarging)) {
            enlarging = scale;
        }
    }
    const float chosen = enlarging > 0.0F ? enlarging : shrinking;
    PixelSize best;
    for (const PixelSize& canvas : canvases) {
        if (scaleOnto(picture, canvas) == chosen && (best.area() == 0 || canvas.area() < best.area())) {
            best = canvas;
        }
    }
    return best;
}

// A length that the picture is fitted into; `single` where it comes from a canvas.
struct Target {
    std::int64_t length = 0;
    bool single = false;

    double scale(std::int64_t from) const
    {
        return single ? static_cast<double>(static_cast<float>(length) / static_cast<float>(from))
                      : static_cast<double>(length) / static_cast<double>(from);
    }
    std::int64_t scaled(std::int64_t from, double scale, bool inSingle) const
    {
        const double exact = inSingle ? static_cast<double>(static_cast<float>(from) * static_cast<float>(scale))
                                      : static_cast<double>(from) * scale;
        return std::min(static_cast<std::int64_t>(std::floor(exact)), length);
    }
};

PixelSize fitted(const PixelSize& picture, const Target& width, const Target& height)
{
    const double across = width.scale(picture.width);
    const double down = height.scale(picture.height);
    const bool single = width.single || height.single;
    const bool narrower = single ? static_cast<float>(across) < static_cast<float>(down) : across < down;
    const PixelSize size = narrower ? PixelSize{width.length, height.scaled(picture.height, across, width.single)}
                                    : PixelSize{width.scaled(picture.width, down, height.single), height.length};
    return {std::max(size.width, std::int64_t{1}), std::max(size.height, std::int64_t{1})};
}

class Llama4Rule final : public ImageRule
{
public:
    explicit Llama4Rule(const Llama4Parameters& parameters)
        : m_parameters(parameters), m_canvases(allCanvases(parameters.maxTiles, parameters.side))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageStep tiles;
        tiles.taken = picture;
        tiles.canvas = bestCanvas(picture, m_canvases, m_parameters.fillsCanvas);
        tiles.resized =
            fitted(picture, target(picture.width, tiles.canvas.width), target(picture.height, tiles.canvas.height));
        tiles.columns = static_cast<std::int32_t>(tiles.canvas.width / m_parameters.side);
        tiles.rows = static_cast<std::int32_t>(tiles.canvas.height / m_parameters.side);
        ImageLayout layout;
        layout.steps.push_back(tiles);
        if (tiles.tileCount() > 1) {
            layout.steps.push_back(wholePicture(picture, {m_parameters.side, m_parameters.side}));
        }
        layout.gridWidth = static_cast<std::int32_t>(tiles.canvas.width / m_parameters.patch);
        layout.gridHeight = static_cast<std::int32_t>(tiles.canvas.height / m_parameters.patch);
        addPlaces(tiles, layout);
        return layout;
    }

    std::string placeholder() const override { return "<|image|>"; }

private:
    // Pictures larger than a tile are not enlarged, smaller ones up to one tile.
    Target target(std::int64_t length, std::int64_t canvas) const
    {
        const std::int64_t wanted = std::max(length, m_parameters.side);
        return m_parameters.fillsCanvas || canvas < wanted ? Target{canvas, true} : Target{wanted, false};
    }

    void addPlaces(const ImageStep& tiles, ImageLayout& layout) const
    {
        const auto tokens = static_cast<std::int32_t>(m_parameters.tokensOfTile());
        std::string before = "<|image_start|>";
        for (std::int32_t i = 0; i < tiles.tileCount() && tiles.tileCount() > 1; ++i) {
            layout.places.push_back({before, tokens});
            before = (i + 1) % tiles.columns == 0 ? "<|tile_y_separator|>" : "<|tile_x_separator|>";
        }
        layout.places.push_back({before + "<|image|>", tokens});
        layout.places.push_back({"<|image_end|>", 0});
    }

    Llama4Parameters m_parameters;
    std::vector<PixelSize> m_canvases;
};

} // namespace

MadeImageRule makeLlama4Rule(const ProcessorConfig& config)
{
    Llama4Parameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.side, config.squareSide("size", parameters.side, kMaxSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles,
                                config.limited(config.json, "max_patches", parameters.maxTiles, 1, kMostTiles));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch,
                                config.limited(config.processor, "patch_size", parameters.patch, 1, parameters.side));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const double ratio, config.number(config.processor, "pixel_shuffle_ratio", 0.5));
    parameters.fillsCanvas = config.flag("resize_to_max_canvas", false);
    if (!(ratio > 0.01 && ratio <= 1.0)) {
        return config.invalidIn(config.processor,
                                absl::StrCat("pixel_shuffle_ratio is ", ratio, ", not above 0.01 and at most 1"));
    }
    if (!config.flag("do_resize", true)) {
        return config.unsupported("do_resize is off");
    }
    parameters.patchesPerToken = static_cast<std::int64_t>(std::nearbyint(1.0 / (ratio * ratio)));
    if (parameters.tokensOfTile() > kMaxTokens) {
        return config.invalid(absl::StrCat("a tile of this size and patch_size has more than ", kMaxTokens, " tokens"));
    }
    return std::make_unique<Llama4Rule>(parameters);
}

} // namespace firstlight::model
