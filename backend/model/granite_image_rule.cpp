// Granite-Docling: a page stretched over the grid of tiles nearest to its shape, at most 16 a side, then an overview.
// Spreads that would be too small may have more tiles.
#include "backend/base/failure.h"
#include "backend/model/image_grids.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <string>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMostTilesASide = 16;
constexpr std::int64_t kMaxSide = std::int64_t{1} << 12;
constexpr std::int64_t kMaxTokens = std::int64_t{1} << 16;

struct GraniteParameters {
    PixelSize tile;
    bool cut = true;
    std::int64_t minTiles = 1;
    std::int64_t maxTiles = 32;
    std::int64_t denseTiles = 0; // of spreads; 0: no more than of other pages
    double denseScale = 0.0;     // below it a page would be too small; 0: not looked at, as the next ones
    double denseMinShape = 0.0;
    double denseMaxShape = 0.0;
    std::int64_t tokens = 64; // of a tile
    std::int64_t patch = 0;   // 0: the checkpoint does not say
};

std::vector<TileGrid> gridsOf(std::int64_t minTiles, std::int64_t maxTiles)
{
    std::vector<TileGrid> grids = allowedGrids(std::min(minTiles, maxTiles), maxTiles);
    std::erase_if(grids, [](const TileGrid& grid) { return std::max(grid.columns, grid.rows) > kMostTilesASide; });
    return grids;
}

class GraniteRule final : public ImageRule
{
public:
    explicit GraniteRule(const GraniteParameters& parameters)
        : m_parameters(parameters)
        , m_grids(gridsOf(parameters.minTiles, parameters.maxTiles))
        , m_denseGrids(gridsOf(parameters.minTiles, std::max(parameters.denseTiles, std::int64_t{1})))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const bool cut = m_parameters.cut && m_parameters.maxTiles > 1;
        const TileGrid grid =
            cut ? closestGrid(picture, m_parameters.tile, isDense(picture) ? m_denseGrids : m_grids) : TileGrid{};
        const ImageStep tiles = gridStep(picture, m_parameters.tile, grid);
        ImageLayout layout = m_parameters.patch > 0 ? gridLayout(tiles.canvas, m_parameters.patch) : ImageLayout{};
        layout.steps.push_back(tiles);
        if (grid.count() > 1) {
            layout.steps.push_back(wholePicture(picture, m_parameters.tile));
        }
        addPlaces(grid, layout);
        return layout;
    }

private:
    bool isDense(const PixelSize& picture) const
    {
        const GraniteParameters& own = m_parameters;
        const auto width = static_cast<double>(picture.width);
        const double shape = width / static_cast<double>(picture.height);
        if (own.denseTiles == 0 || (own.denseScale <= 0.0 && own.denseMinShape <= 0.0) ||
            (own.denseMinShape > 0.0 && shape <= own.denseMinShape) ||
            (own.denseMaxShape > 0.0 && shape > own.denseMaxShape)) {
            return false;
        }
        const TileGrid usual = closestGrid(picture, own.tile, m_grids);
        return own.denseScale <= 0.0 || static_cast<double>(usual.columns * own.tile.width) / width < own.denseScale;
    }

    void addPlaces(const TileGrid& grid, ImageLayout& layout) const
    {
        constexpr const char* kFake = "<fake_token_around_image>";
        const auto tokens = static_cast<std::int32_t>(m_parameters.tokens);
        std::string before;
        for (std::int64_t i = 0; i < grid.count(); ++i) {
            layout.places.push_back(
                {absl::StrCat(before, kFake, "<row_", i / grid.columns + 1, "_col_", i % grid.columns + 1, ">"),
                 tokens});
            before = (i + 1) % grid.columns == 0 ? "\n" : "";
        }
        if (grid.count() > 1) {
            layout.places.push_back({absl::StrCat("\n\n", kFake, "<global-img>"), tokens});
            before = kFake;
        }
        layout.places.push_back({before, 0});
    }

    GraniteParameters m_parameters;
    std::vector<TileGrid> m_grids;
    std::vector<TileGrid> m_denseGrids;
};

absl::Status readDense(const ProcessorConfig& config, GraniteParameters& parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.denseTiles,
                                config.limited(config.json, "dense_max_patches", 0, 0, kMostTiles));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.denseScale, config.number(config.json, "dense_max_scale", 0.0));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.denseMinShape, config.number(config.json, "dense_min_aspect", 0.0));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.denseMaxShape, config.number(config.json, "dense_max_aspect", 0.0));
    return absl::OkStatus();
}

} // namespace

MadeImageRule makeGraniteDoclingRule(const ProcessorConfig& config)
{
    GraniteParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tile, config.tileSize("size", 512));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minTiles, config.integer(config.json, "min_patches", 1));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles, config.limited(config.json, "max_patches", 32, 1, kMostTiles));
    if (std::max(parameters.tile.width, parameters.tile.height) > kMaxSide ||
        parameters.minTiles > parameters.maxTiles) {
        return config.invalid(absl::StrCat("size has a side of more than ", kMaxSide,
                                           " pixels, or min_patches is more than max_patches"));
    }
    parameters.cut = config.flag("crop_to_patches", true);
    FIRSTLIGHT_RETURN_IF_ERROR(readDense(config, parameters));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tokens,
                                config.limited(config.processor, "image_seq_len", 64, 1, kMaxTokens));
    parameters.tokens *= config.flag("fine_route", false) ? 4 : 1;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    return std::make_unique<GraniteRule>(parameters);
}

} // namespace firstlight::model
