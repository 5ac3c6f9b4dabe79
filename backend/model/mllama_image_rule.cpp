// Llama 3.2 Vision: the picture on the best of many canvases, cut into tiles. The model looks at them through cross
// attention: one image token stands for a picture.
#include "backend/base/failure.h"
#include "backend/model/image_grids.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTiles = 64; // whatever a file asks for
constexpr std::int64_t kMaxSide = std::int64_t{1} << 14;

class MllamaRule final : public ImageRule
{
public:
    MllamaRule(std::int64_t side, std::int64_t maxTiles, std::int64_t patch) : m_side(side), m_patch(patch)
    {
        for (std::int64_t rows = 1; rows <= maxTiles; ++rows) {
            for (std::int64_t columns = 1; columns * rows <= maxTiles; ++columns) {
                m_grids.push_back({columns, rows});
            }
        }
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageStep tiles = gridStep(picture, {m_side, m_side}, bestGrid(picture));
        tiles.resized = fitted(picture, tiles.canvas);
        ImageLayout layout;
        layout.steps.push_back(tiles);
        if (m_patch > 0) {
            layout.gridWidth = static_cast<std::int32_t>(tiles.canvas.width / m_patch);
            layout.gridHeight = static_cast<std::int32_t>(tiles.canvas.height / m_patch);
        }
        layout.places.push_back({{}, 1});
        return layout;
    }

private:
    double scaleOnto(const PixelSize& picture, const TileGrid& grid) const
    {
        return std::min(static_cast<double>(grid.columns * m_side) / static_cast<double>(picture.width),
                        static_cast<double>(grid.rows * m_side) / static_cast<double>(picture.height));
    }

    // The least enlargement; where all make it smaller, the largest. Among equals the fewest tiles.
    TileGrid bestGrid(const PixelSize& picture) const
    {
        const auto better = [](double scale, double best) {
            return best < 1.0 ? scale > best : scale >= 1.0 && scale < best;
        };
        TileGrid best = m_grids.front();
        double bestScale = scaleOnto(picture, best);
        for (const TileGrid& grid : m_grids) {
            const double scale = scaleOnto(picture, grid);
            if (better(scale, bestScale) || (scale == bestScale && grid.count() < best.count())) {
                best = grid;
                bestScale = scale;
            }
        }
        return best;
    }

    // As large as the canvas allows, but no larger than the picture or one tile.
    PixelSize fitted(const PixelSize& picture, const PixelSize& canvas) const
    {
        const PixelSize target{std::clamp(picture.width, m_side, canvas.width),
                               std::clamp(picture.height, m_side, canvas.height)};
        const double across = static_cast<double>(target.width) / static_cast<double>(picture.width);
        const double down = static_cast<double>(target.height) / static_cast<double>(picture.height);
        const auto scaled = [](std::int64_t length, double scale, std::int64_t most) {
            const auto whole = static_cast<std::int64_t>(std::floor(static_cast<double>(length) * scale));
            return std::min(std::max(whole, std::int64_t{1}), most);
        };
        return across < down ? PixelSize{target.width, scaled(picture.height, across, target.height)}
                             : PixelSize{scaled(picture.width, down, target.width), target.height};
    }

    std::int64_t m_side;
    std::int64_t m_patch; // 0: the checkpoint does not say
    std::vector<TileGrid> m_grids;
};

} // namespace

MadeImageRule makeMllamaRule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t side, config.squareSide("size", 224, kMaxSide));
    if (!config.flag("do_resize", true) || !config.flag("do_pad", true)) {
        return config.unsupported("do_resize or do_pad is off");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t tiles,
                                config.limited(config.json, "max_image_tiles", 4, 1, kMaxTiles));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t patch, config.towerPatch());
    return std::make_unique<MllamaRule>(side, tiles, patch);
}

} // namespace firstlight::model
