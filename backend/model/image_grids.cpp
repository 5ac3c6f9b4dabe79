#include "backend/model/image_grids.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firstlight::model {

std::vector<TileGrid> allowedGrids(std::int64_t minTiles, std::int64_t maxTiles)
{
    std::vector<TileGrid> grids;
    for (std::int64_t columns = 1; columns <= maxTiles; ++columns) {
        for (std::int64_t rows = 1; columns * rows <= maxTiles; ++rows) {
            if (columns * rows >= minTiles) {
                grids.push_back({columns, rows});
            }
        }
    }
    std::stable_sort(grids.begin(), grids.end(),
                     [](const TileGrid& a, const TileGrid& b) { return a.count() < b.count(); });
    return grids;
}

TileGrid closestGrid(const PixelSize& picture, const PixelSize& tile, const std::vector<TileGrid>& grids)
{
    const double shape = static_cast<double>(picture.width) / static_cast<double>(picture.height);
    double least = std::numeric_limits<double>::infinity();
    TileGrid best;
    for (const TileGrid& grid : grids) {
        const double off = std::abs(shape - static_cast<double>(grid.columns) / static_cast<double>(grid.rows));
        const double half = 0.5 * static_cast<double>(tile.area() * grid.count());
        if (off < least || (off == least && static_cast<double>(picture.area()) > half)) {
            least = off;
            best = grid;
        }
    }
    return best;
}

ImageStep gridStep(const PixelSize& picture, const PixelSize& tile, const TileGrid& grid)
{
    ImageStep step = wholePicture(picture, {tile.width * grid.columns, tile.height * grid.rows});
    step.columns = static_cast<std::int32_t>(grid.columns);
    step.rows = static_cast<std::int32_t>(grid.rows);
    return step;
}

} // namespace firstlight::model
