// Grids of tiles that a picture can be cut into. Values only.
#pragma once

#include "backend/model/image_layout.h"

#include <cstdint>
#include <vector>

namespace firstlight::model {

struct TileGrid {
    std::int64_t columns = 1;
    std::int64_t rows = 1;

    std::int64_t count() const { return columns * rows; }
};

// All grids of the allowed numbers of tiles, fewest tiles first, then narrowest.
std::vector<TileGrid> allowedGrids(std::int64_t minTiles, std::int64_t maxTiles);

// The grid whose shape is nearest. Of two equally near ones the later, if the picture is large enough for it.
TileGrid closestGrid(const PixelSize& picture, const PixelSize& tile, const std::vector<TileGrid>& grids);

// A step that stretches the picture over a grid of tiles.
ImageStep gridStep(const PixelSize& picture, const PixelSize& tile, const TileGrid& grid);

} // namespace firstlight::model
