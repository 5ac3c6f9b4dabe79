// Ovis 2 and Cohere's Command A Vision: a grid of tiles over the whole picture, and an overview before or behind them.
#include "backend/base/failure.h"
#include "backend/model/image_grids.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <string>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTokens = std::int64_t{1} << 16; // of a tile

struct TiledParameters {
    PixelSize tile;
    bool cut = true; // else a picture is one tile
    std::int64_t minTiles = 1;
    std::int64_t maxTiles = 12;
    bool covers = false; // Ovis 2: by area instead of by shape
    std::int64_t tokensPerTile = 256;
    std::int64_t patch = 0; // 0: the checkpoint does not say
    std::string begin;
    std::string lineBreak;
    std::string end;
};

void addGrid(const PixelSize& canvas, std::int64_t patch, ImageLayout& layout)
{
    if (patch > 0) {
        layout.gridWidth = static_cast<std::int32_t>(canvas.width / patch);
        layout.gridHeight = static_cast<std::int32_t>(canvas.height / patch);
    }
}

// Cohere: the canvas that enlarges the picture least, else the one that makes it smaller by the least.
class CohereRule final : public ImageRule
{
public:
    explicit CohereRule(TiledParameters parameters)
        : m_parameters(std::move(parameters)), m_grids(allowedGrids(1, m_parameters.maxTiles))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageLayout layout;
        layout.steps.push_back(gridStep(picture, m_parameters.tile, m_parameters.cut ? bestGrid(picture) : TileGrid{}));
        addGrid(layout.steps.front().canvas, m_parameters.patch, layout);
        if (layout.tileCount() > 1) {
            layout.steps.push_back(wholePicture(picture, m_parameters.tile));
        }
        std::string before = m_parameters.begin;
        for (std::int32_t tile = 0; tile < layout.tileCount(); ++tile) {
            layout.places.push_back({before, static_cast<std::int32_t>(m_parameters.tokensPerTile)});
            before = m_parameters.lineBreak;
        }
        layout.places.push_back({before + m_parameters.end, 0});
        return layout;
    }

private:
    double scaleOnto(const TileGrid& grid, const PixelSize& picture) const
    {
        const auto side = static_cast<double>(m_parameters.tile.height);
        return std::min(static_cast<double>(grid.columns) * side / static_cast<double>(picture.width),
                        static_cast<double>(grid.rows) * side / static_cast<double>(picture.height));
    }

    TileGrid bestGrid(const PixelSize& picture) const
    {
        const TileGrid* best = &m_grids.front();
        double bestScale = scaleOnto(*best, picture);
        for (const TileGrid& grid : m_grids) {
            const double scale = scaleOnto(grid, picture);
            const bool better = bestScale < 1.0 ? scale > bestScale : scale >= 1.0 && scale < bestScale;
            if (better) {
                best = &grid;
                bestScale = scale;
            }
        }
        return *best;
    }

    TiledParameters m_parameters;
    std::vector<TileGrid> m_grids;
};

// The area of a region after its longer side was brought down to `side`.
double coveredArea(std::int64_t width, std::int64_t height, std::int64_t side)
{
    const auto longer = static_cast<double>(std::max(width, height));
    const auto shorter = static_cast<double>(std::min(width, height));
    const auto limit = static_cast<double>(side);
    return longer > limit ? limit * (shorter / longer * limit) : longer * shorter;
}

// Ovis 2: the fewest tiles that keep more than nine tenths of the picture's area, or the grid of the nearest shape.
class OvisRule final : public ImageRule
{
public:
    explicit OvisRule(TiledParameters parameters)
        : m_parameters(std::move(parameters))
        , m_grids(allowedGrids(m_parameters.covers ? 1 : m_parameters.minTiles, m_parameters.maxTiles))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const PixelSize& tile = m_parameters.tile;
        const bool cut = m_parameters.cut && m_parameters.maxTiles > 1;
        const TileGrid grid = !cut                  ? TileGrid{}
                              : m_parameters.covers ? coveringGrid(picture)
                                                    : closestGrid(picture, tile, m_grids);
        ImageLayout layout;
        if (grid.count() > 1) {
            layout.steps.push_back(wholePicture(picture, tile));
        }
        layout.steps.push_back(gridStep(picture, tile, grid));
        addGrid(layout.steps.back().canvas, m_parameters.patch, layout);
        addPlaces(grid, layout);
        return layout;
    }

    std::string placeholder() const override { return "<image>"; }

private:
    double coverage(const PixelSize& picture, const TileGrid& grid) const
    {
        // The reference counts a grid's columns as rows here.
        const std::int64_t rows = grid.columns;
        const std::int64_t columns = grid.rows;
        double sum = 0.0;
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t column = 0; column < columns; ++column) {
                const std::int64_t width = picture.width / columns;
                const std::int64_t height = picture.height / rows;
                sum += coveredArea(column + 1 == columns ? picture.width - column * width : width,
                                   row + 1 == rows ? picture.height - row * height : height, m_parameters.tile.height);
            }
        }
        return sum / static_cast<double>(picture.area());
    }

    TileGrid coveringGrid(const PixelSize& picture) const
    {
        constexpr double kEnough = 0.9;
        TileGrid best;
        double most = -1.0;
        for (const TileGrid& grid : m_grids) {
            if (most > kEnough && grid.count() > best.count()) {
                break;
            }
            if (const double covered = coverage(picture, grid); covered > most) {
                most = covered;
                best = grid;
            }
        }
        return best;
    }

    void addPlaces(const TileGrid& grid, ImageLayout& layout) const
    {
        const auto tokens = static_cast<std::int32_t>(m_parameters.tokensPerTile);
        layout.places.push_back({"<IMG_START>", tokens});
        std::string before = "<IMG_GRID>";
        for (std::int64_t tile = 1; tile <= grid.count() && grid.count() > 1; ++tile) {
            layout.places.push_back({before, tokens});
            before = tile == grid.count() ? "" : tile % grid.columns == 0 ? "<IMG_ROW>" : "<IMG_COL>";
        }
        layout.places.push_back({before + "<IMG_END>", 0});
    }

    TiledParameters m_parameters;
    std::vector<TileGrid> m_grids;
};

absl::Status readTiles(const ProcessorConfig& config, std::int64_t usualSide, bool usualCut,
                       TiledParameters& parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tile, config.tileSize("size", usualSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minTiles, config.limited(config.json, "min_patches", 1, 1, kMostTiles));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles, config.limited(config.json, "max_patches", 12, 1, kMostTiles));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    parameters.cut = config.flag("crop_to_patches", usualCut);
    if (!parameters.cut && !config.flag("do_resize", true)) {
        return config.unsupported("do_resize and crop_to_patches are both off");
    }
    return absl::OkStatus();
}

} // namespace

MadeImageRule makeCohereRule(const ProcessorConfig& config)
{
    TiledParameters parameters;
    FIRSTLIGHT_RETURN_IF_ERROR(readTiles(config, 512, true, parameters));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t side, config.limited(config.json, "patch_size", 16, 1, 256));
    parameters.tokensPerTile = side * side;
    parameters.begin = config.token("boi_token", "<|START_OF_IMG|>");
    parameters.lineBreak = config.token("img_line_break_token", "<|IMG_LINE_BREAK|>");
    parameters.end = config.token("eoi_token", "<|END_OF_IMG|>");
    return std::make_unique<CohereRule>(std::move(parameters));
}

MadeImageRule makeOvisRule(const ProcessorConfig& config)
{
    TiledParameters parameters;
    FIRSTLIGHT_RETURN_IF_ERROR(readTiles(config, 384, false, parameters));
    parameters.covers = config.flag("use_covering_area_grid", true);
    if (!parameters.covers && parameters.minTiles > parameters.maxTiles) {
        return config.invalid("min_patches is more than max_patches");
    }
    if (config.flag("do_center_crop", false)) {
        return config.unsupported("do_center_crop is on");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tokensPerTile,
                                config.limited(config.processor, "image_seq_length", 256, 1, kMaxTokens));
    return std::make_unique<OvisRule>(std::move(parameters));
}

} // namespace firstlight::model
