// The pixels of a layout's steps.
#pragma once

#include "backend/model/image.h"
#include "backend/model/image_layout.h"
#include "backend/model/image_resize.h"

#include <cstdint>
#include <vector>

namespace firstlight::model {

struct ImageTile {
    std::int32_t width = 0; // pixels
    std::int32_t height = 0;
    std::vector<std::uint8_t> rgb; // width x height x 3, row by row
    std::vector<float> exact;      // the same of 0 to 255 and beyond, where rgb is only the nearest to it; else empty
};

// The tiles of the steps that are kept. Each rectangle lies within or around its source. Thread-safe.
std::vector<ImageTile> makeTiles(const RgbImage& picture, const std::vector<ImageStep>& steps, ResizeFilter filter);

// The canvases of all steps that are kept under each other, as far as they are there, on `fill`: for people. Empty
// without tiles.
ImageTile joinTiles(const std::vector<ImageStep>& steps, const std::vector<ImageTile>& tiles);

} // namespace firstlight::model
