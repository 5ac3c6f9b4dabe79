// The tiles that a picture was cut into, numbered in the order in which the model received them. Pure functions.
#pragma once

#include "ui/client/chat_values.h"

#include <QImage>

namespace firstlight::ui {

struct TileGrid {
    QImage picture; // the whole canvas
    int columns = 1;
    int rows = 1;
    int firstNumber = 1;          // of its first tile, counted over all grids of the picture
    std::vector<int> tokenCounts; // of each tile; empty: the model does not count tile by tile
    bool isThumbnail = false;     // the whole picture once more, beside its tiles

    bool operator==(const TileGrid&) const = default;
    [[nodiscard]] int tileCount() const { return columns * rows; }
};

// One for each canvas; one for all where the controller does not tell of canvases. Empty without a preview.
[[nodiscard]] std::vector<TileGrid> tileGrids(const ReceivedImage& image);

} // namespace firstlight::ui
