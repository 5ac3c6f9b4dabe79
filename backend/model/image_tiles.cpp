#include "backend/model/image_tiles.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace firstlight::model {

namespace {

constexpr std::size_t kChannels = 3;

struct Pixels {
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::vector<std::uint8_t> rgb;
    std::vector<float> exact; // empty: nothing else than rgb

    std::size_t at(std::int64_t x, std::int64_t y) const { return kChannels * static_cast<std::size_t>(y * width + x); }
};

Pixels filled(std::int64_t width, std::int64_t height, const std::array<std::uint8_t, 3>& color)
{
    Pixels pixels{
        width, height, std::vector<std::uint8_t>(kChannels * static_cast<std::size_t>(width * height), color[0]), {}};
    if (color[1] != color[0] || color[2] != color[0]) {
        for (std::size_t i = 0; i < pixels.rgb.size(); ++i) {
            pixels.rgb[i] = color[i % kChannels];
        }
    }
    return pixels;
}

// Copies what of `source`, laid with its corner at (left, top), lies on `target`.
void lay(const Pixels& source, std::int64_t left, std::int64_t top, Pixels& target)
{
    const std::int64_t beginX = std::max(left, std::int64_t{0});
    const std::int64_t endX = std::min(left + source.width, target.width);
    const std::int64_t beginY = std::max(top, std::int64_t{0});
    const std::int64_t endY = std::min(top + source.height, target.height);
    for (std::int64_t y = beginY; y < endY && beginX < endX; ++y) {
        const auto from = source.rgb.begin() + static_cast<std::ptrdiff_t>(source.at(beginX - left, y - top));
        std::copy_n(from, static_cast<std::ptrdiff_t>(kChannels) * (endX - beginX),
                    target.rgb.begin() + static_cast<std::ptrdiff_t>(target.at(beginX, y)));
    }
}

// The step's rectangle of its source.
Pixels taken(const Pixels& all, const ImageStep& step)
{
    if (step.left == 0 && step.top == 0 && step.taken == PixelSize{all.width, all.height}) {
        return all;
    }
    Pixels part = filled(step.taken.width, step.taken.height, step.fill);
    lay(all, -step.left, -step.top, part);
    return part;
}

// The part of the resized rectangle that lies on the canvas.
ResizeWindow visible(const ImageStep& step)
{
    ResizeWindow window;
    window.left = std::max(-step.canvasLeft, std::int64_t{0});
    window.top = std::max(-step.canvasTop, std::int64_t{0});
    window.width = std::min(step.resized.width, step.canvas.width - step.canvasLeft) - window.left;
    window.height = std::min(step.resized.height, step.canvas.height - step.canvasTop) - window.top;
    return window;
}

// The nearest bytes, halves to even.
std::vector<std::uint8_t> rounded(const std::vector<float>& values)
{
    std::vector<std::uint8_t> bytes(values.size());
    std::transform(values.begin(), values.end(), bytes.begin(), [](float value) {
        return static_cast<std::uint8_t>(std::clamp(std::nearbyint(value), 0.0F, 255.0F));
    });
    return bytes;
}

// Of all of the step's rectangle, in fractions.
Pixels resizedExactly(const Pixels& source, const ImageStep& step, ResizeFilter filter)
{
    Pixels pixels{step.resized.width, step.resized.height, {}, {}};
    pixels.exact = resizeExact(source.rgb, source.width, source.height, pixels.width, pixels.height, filter,
                               step.sampling.widening);
    pixels.rgb = rounded(pixels.exact);
    if (!step.sampling.keepsFractions) {
        pixels.exact.clear();
    }
    for (std::size_t i = 0; i < pixels.exact.size(); ++i) {
        const std::size_t channel = i % kChannels;
        pixels.exact[i] = pixels.exact[i] * step.sampling.times[channel] + step.sampling.plus[channel];
    }
    return pixels;
}

Pixels canvasOf(const Pixels& all, const ImageStep& step, ResizeFilter usual)
{
    const ResizeWindow window = visible(step);
    const Pixels source = taken(all, step);
    const ResizeFilter filter = step.sampling.filter.value_or(usual);
    if (step.sampling.keepsFractions || step.sampling.widening == Widening::kNone) {
        return resizedExactly(source, step, filter);
    }
    Pixels resized{window.width,
                   window.height,
                   resizeRgb(source.rgb, source.width, source.height, step.resized.width, step.resized.height, filter,
                             window, step.sampling.bits),
                   {}};
    if (window.width == step.canvas.width && window.height == step.canvas.height) {
        return resized;
    }
    Pixels canvas = filled(step.canvas.width, step.canvas.height, step.fill);
    lay(resized, std::max(step.canvasLeft, std::int64_t{0}), std::max(step.canvasTop, std::int64_t{0}), canvas);
    return canvas;
}

ImageTile tileOf(Pixels pixels)
{
    return {static_cast<std::int32_t>(pixels.width), static_cast<std::int32_t>(pixels.height), std::move(pixels.rgb),
            std::move(pixels.exact)};
}

void cutIntoTiles(Pixels canvas, const ImageStep& step, std::vector<ImageTile>& tiles)
{
    if (step.tileCount() == 1) {
        tiles.push_back(tileOf(std::move(canvas)));
        return;
    }
    const PixelSize size = step.tile();
    for (std::int64_t row = 0; row < step.rows; ++row) {
        for (std::int64_t column = 0; column < step.columns; ++column) {
            Pixels tile = filled(size.width, size.height, step.fill);
            lay(canvas, -column * size.width, -row * size.height, tile);
            tiles.push_back(tileOf(std::move(tile)));
        }
    }
}

// Whether a later step takes from this one.
bool isSource(const std::vector<ImageStep>& steps, std::size_t index)
{
    return std::any_of(steps.begin(), steps.end(), [index](const ImageStep& step) {
        return step.source >= 0 && static_cast<std::size_t>(step.source) == index;
    });
}

} // namespace

std::vector<ImageTile> makeTiles(const RgbImage& picture, const std::vector<ImageStep>& steps, ResizeFilter filter)
{
    const Pixels all{picture.width, picture.height, picture.rgb, {}};
    std::vector<ImageTile> tiles;
    std::vector<Pixels> canvases(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const ImageStep& step = steps[i];
        const Pixels& source = step.source < 0 ? all : canvases[static_cast<std::size_t>(step.source)];
        Pixels canvas = canvasOf(source, step, filter);
        if (isSource(steps, i)) {
            canvases[i] = canvas;
        }
        if (step.kept) {
            cutIntoTiles(std::move(canvas), step, tiles);
        }
    }
    return tiles;
}

ImageTile joinTiles(const std::vector<ImageStep>& steps, const std::vector<ImageTile>& tiles)
{
    PixelSize size;
    for (const ImageStep& step : steps) {
        if (step.kept) {
            size = {std::max(size.width, step.canvas.width), size.height + step.canvas.height};
        }
    }
    Pixels joined = filled(size.width, size.height, {0, 0, 0});
    std::size_t next = 0;
    std::int64_t top = 0;
    for (const ImageStep& step : steps) {
        for (std::int32_t i = 0; i < step.tileCount() && next < tiles.size(); ++i, ++next) {
            const ImageTile& tile = tiles[next];
            lay({tile.width, tile.height, tile.rgb, {}}, std::int64_t{i % step.columns} * tile.width,
                top + std::int64_t{i / step.columns} * tile.height, joined);
        }
        top += step.kept ? step.canvas.height : 0;
    }
    return tileOf(std::move(joined));
}

} // namespace firstlight::model
