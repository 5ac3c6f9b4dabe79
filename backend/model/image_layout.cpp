#include "backend/model/image_layout.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace firstlight::model {

std::int64_t covering(double length, std::int64_t unit)
{
    return static_cast<std::int64_t>(std::ceil(length / static_cast<double>(unit))) * unit;
}

ImageStep wholePicture(const PixelSize& picture, const PixelSize& size)
{
    ImageStep step;
    step.taken = picture;
    step.resized = size;
    step.canvas = size;
    return step;
}

ImageStep nextStep(const std::vector<ImageStep>& steps, const PixelSize& picture, const PixelSize& size)
{
    ImageStep step = wholePicture(steps.empty() ? picture : steps.back().canvas, size);
    step.source = static_cast<std::int32_t>(steps.size()) - 1;
    return step;
}

std::vector<ImagePlace> ImageLayout::placesOf(std::int32_t picture) const
{
    std::vector<ImagePlace> numbered = places;
    if (number && !numbered.empty()) {
        numbered.front().text = absl::StrCat(number->before, picture, number->after, numbered.front().text);
    }
    return numbered;
}

std::int32_t ImageLayout::tokenCount() const
{
    return std::accumulate(places.begin(), places.end(), 0,
                           [](std::int32_t sum, const ImagePlace& place) { return sum + place.imageTokens; });
}

std::int32_t ImageLayout::tileCount() const
{
    return std::accumulate(steps.begin(), steps.end(), 0,
                           [](std::int32_t sum, const ImageStep& step) { return sum + step.tileCount(); });
}

const ImageStep& ImageLayout::firstKept() const
{
    return *std::find_if(steps.begin(), steps.end(), [](const ImageStep& step) { return step.kept; });
}

ImageLayout gridLayout(const PixelSize& canvas, std::int64_t patch)
{
    ImageLayout layout;
    layout.gridWidth = static_cast<std::int32_t>(canvas.width / patch);
    layout.gridHeight = static_cast<std::int32_t>(canvas.height / patch);
    return layout;
}

} // namespace firstlight::model
