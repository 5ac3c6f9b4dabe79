#include "backend/model/image_layout.h"

#include <numeric>

namespace firstlight::model {

ImageStep wholePicture(const PixelSize& picture, const PixelSize& size)
{
    ImageStep step;
    step.taken = picture;
    step.resized = size;
    step.canvas = size;
    return step;
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

} // namespace firstlight::model
