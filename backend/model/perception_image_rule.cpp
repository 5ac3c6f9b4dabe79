// PerceptionLM: an overview, then the picture stretched over a grid of tiles. Among the grids that hold the picture,
// the one in which its shorter side would be longest; where none does, the nearest shape.
#include "backend/base/failure.h"
#include "backend/model/image_grids.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSide = std::int64_t{1} << 12;

struct PerceptionParameters {
    std::int64_t tile = 448;
    std::int64_t maxTiles = 36;
    bool cut = true;
    std::int64_t patch = 0; // 0: the checkpoint does not say
    std::int64_t pooled = 2;
};

double shapeOf(std::int64_t width, std::int64_t height)
{
    return static_cast<double>(width) / static_cast<double>(height);
}

// In the reference's order, which decides between equals: shapes as they come with the most tiles first.
std::vector<TileGrid> gridsByShape(std::int64_t maxTiles)
{
    std::vector<std::vector<TileGrid>> shapes;
    for (std::int64_t count = maxTiles; count > 0; --count) {
        for (std::int64_t columns = 1; columns <= count; ++columns) {
            if (count % columns != 0) {
                continue;
            }
            const TileGrid grid{columns, count / columns};
            const auto same = std::ranges::find_if(shapes, [&](const std::vector<TileGrid>& grids) {
                return grids.front().columns * grid.rows == grid.columns * grids.front().rows;
            });
            same == shapes.end() ? shapes.push_back({grid}) : same->push_back(grid);
        }
    }
    std::vector<TileGrid> all;
    for (const std::vector<TileGrid>& grids : shapes) {
        all.insert(all.end(), grids.begin(), grids.end());
    }
    return all;
}

class PerceptionRule final : public ImageRule
{
public:
    explicit PerceptionRule(const PerceptionParameters& parameters)
        : m_parameters(parameters), m_grids(gridsByShape(parameters.maxTiles))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const PixelSize tile{m_parameters.tile, m_parameters.tile};
        ImageLayout layout;
        layout.steps.push_back(wholePicture(picture, tile));
        if (m_parameters.cut) {
            const std::optional<TileGrid> holding = largestHolding(picture);
            layout.steps.push_back(gridStep(picture, tile, holding ? *holding : nearest(picture)));
        }
        std::int64_t tokens = 0;
        if (m_parameters.patch > 0) {
            layout.gridWidth = layout.gridHeight = static_cast<std::int32_t>(m_parameters.tile / m_parameters.patch);
            const std::int64_t side = layout.gridWidth / m_parameters.pooled;
            tokens = side * side * layout.tileCount();
        }
        layout.places.push_back({{}, static_cast<std::int32_t>(tokens)});
        return layout;
    }

private:
    // How long the shorter side would become on the grid's canvas.
    double shorterSide(const PixelSize& picture, const TileGrid& grid) const
    {
        const double scale = std::min(shapeOf(grid.columns * m_parameters.tile, picture.width),
                                      shapeOf(grid.rows * m_parameters.tile, picture.height));
        const double shape = shapeOf(picture.width, picture.height);
        if (shape > 1.0) {
            return std::floor(scale * static_cast<double>(picture.width) / shape);
        }
        const double height = scale * static_cast<double>(picture.height);
        return shape < 1.0 ? std::floor(height * shape) : height;
    }

    std::optional<TileGrid> largestHolding(const PixelSize& picture) const
    {
        std::optional<TileGrid> best;
        for (const TileGrid& grid : m_grids) {
            const bool holds =
                grid.columns * m_parameters.tile >= picture.width && grid.rows * m_parameters.tile >= picture.height;
            if (holds && (!best || shorterSide(picture, grid) >= shorterSide(picture, *best))) {
                best = grid;
            }
        }
        return best;
    }

    // No longer in shape than the picture, with as many tiles as there may be.
    TileGrid nearest(const PixelSize& picture) const
    {
        const double shape = shapeOf(picture.width, picture.height);
        const bool wide = shape >= 1.0;
        const auto off = [&](const TileGrid& grid) {
            const double own = shapeOf(grid.columns, grid.rows);
            return wide ? shape - own : 1.0 / shape - 1.0 / own;
        };
        std::optional<TileGrid> best;
        for (const TileGrid& grid : m_grids) {
            const double own = shapeOf(grid.columns, grid.rows);
            const bool allowed = wide ? own <= shape : own > shape;
            if (allowed && (!best || off(grid) < off(*best))) {
                best = grid; // the first of a shape has most tiles
            }
        }
        return best.value_or(TileGrid{});
    }

    PerceptionParameters m_parameters;
    std::vector<TileGrid> m_grids;
};

} // namespace

MadeImageRule makePerceptionRule(const ProcessorConfig& config)
{
    PerceptionParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tile,
                                config.limited(config.json, "tile_size", parameters.tile, 1, kMaxSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles,
                                config.limited(config.json, "max_num_tiles", parameters.maxTiles, 1, kMostTiles));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.pooled, config.limited(config.processor, "pooling_ratio", 2, 1, kMaxSide));
    if (!config.flag("do_resize", true)) {
        return config.unsupported("do_resize is off");
    }
    parameters.cut = config.json.value("vision_input_type", nlohmann::json("thumb+tile")) == "thumb+tile";
    return std::make_unique<PerceptionRule>(parameters);
}

} // namespace firstlight::model
