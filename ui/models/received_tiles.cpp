#include "ui/models/received_tiles.h"

namespace firstlight::ui {
namespace {

// One count for each tile if the prompt has a place for each; otherwise empty.
std::vector<int> countsOfTiles(const ReceivedImage& image, int tiles)
{
    std::vector<int> counts;
    for (const ReceivedPlace& place : image.places) {
        if (place.imageTokens > 0) {
            counts.push_back(place.imageTokens);
        }
    }
    return static_cast<int>(counts.size()) == tiles ? counts : std::vector<int>();
}

} // namespace

std::vector<TileGrid> tileGrids(const ReceivedImage& image)
{
    const QImage preview = QImage::fromData(image.previewPng);
    if (preview.isNull()) {
        return {};
    }
    std::vector<ReceivedCanvas> canvases = image.canvases;
    if (canvases.empty()) {
        canvases.push_back({preview.width(), preview.height(), 1, 1});
    }
    int tiles = 0;
    for (const ReceivedCanvas& canvas : canvases) {
        tiles += canvas.tileCount();
    }
    const std::vector<int> counts = countsOfTiles(image, tiles);
    std::vector<TileGrid> grids;
    int before = 0;
    int top = 0;
    for (const ReceivedCanvas& canvas : canvases) {
        TileGrid grid{
            preview.copy(0, top, canvas.width, canvas.height), canvas.columns, canvas.rows, before + 1, {}, false};
        if (!counts.empty()) {
            grid.tokenCounts.assign(counts.begin() + before, counts.begin() + before + canvas.tileCount());
        }
        grid.isThumbnail = canvas.tileCount() == 1 && tiles > static_cast<int>(canvases.size());
        grids.push_back(std::move(grid));
        before += canvas.tileCount();
        top += canvas.height;
    }
    return grids;
}

} // namespace firstlight::ui
