#include "backend/model/image_resolutions.h"

#include "backend/base/failure.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace firstlight::model {

namespace {

constexpr std::size_t kMaxResolutions = 1024;
constexpr std::int64_t kMaxSide = std::int64_t{1} << 16;

// The picture's shape as large as fits.
PixelSize fitted(const PixelSize& picture, const PixelSize& target)
{
    const double across = static_cast<double>(target.width) / static_cast<double>(picture.width);
    const double down = static_cast<double>(target.height) / static_cast<double>(picture.height);
    if (across < down) {
        const auto height = static_cast<std::int64_t>(std::ceil(static_cast<double>(picture.height) * across));
        return {target.width, std::min(height, target.height)};
    }
    const auto width = static_cast<std::int64_t>(std::ceil(static_cast<double>(picture.width) * down));
    return {std::min(width, target.width), target.height};
}

// A [height, width] pair; no width and height: it is none.
PixelSize pairOf(const nlohmann::json& entry)
{
    const bool numbers =
        entry.is_array() && entry.size() == 2 && entry[0].is_number_integer() && entry[1].is_number_integer();
    return numbers ? PixelSize{entry[1].get<std::int64_t>(), entry[0].get<std::int64_t>()} : PixelSize{};
}

bool isMultiple(const PixelSize& size, const PixelSize& tile)
{
    return size.width > 0 && size.height > 0 && size.width % tile.width == 0 && size.height % tile.height == 0 &&
           size.width <= kMaxSide && size.height <= kMaxSide;
}

} // namespace

PixelSize bestResolution(const PixelSize& picture, const std::vector<PixelSize>& resolutions)
{
    PixelSize best;
    std::int64_t mostKept = 0;
    std::int64_t leastWasted = std::numeric_limits<std::int64_t>::max();
    for (const PixelSize& resolution : resolutions) {
        const double scale = std::min(static_cast<double>(resolution.width) / static_cast<double>(picture.width),
                                      static_cast<double>(resolution.height) / static_cast<double>(picture.height));
        const PixelSize scaled{static_cast<std::int64_t>(static_cast<double>(picture.width) * scale),
                               static_cast<std::int64_t>(static_cast<double>(picture.height) * scale)};
        const std::int64_t kept = std::min(scaled.area(), picture.area());
        const std::int64_t wasted = resolution.area() - kept;
        if (kept > mostKept || (kept == mostKept && wasted < leastWasted)) {
            mostKept = kept;
            leastWasted = wasted;
            best = resolution;
        }
    }
    return best;
}

ImageStep fittedStep(const PixelSize& picture, const PixelSize& resolution)
{
    ImageStep step = wholePicture(picture, fitted(picture, resolution));
    step.canvas = resolution;
    step.canvasLeft = (resolution.width - step.resized.width) / 2;
    step.canvasTop = (resolution.height - step.resized.height) / 2;
    return step;
}

absl::StatusOr<std::vector<PixelSize>> readResolutions(const ProcessorConfig& config, const char* name,
                                                       const std::vector<PixelSize>& usual, const PixelSize& tile)
{
    const nlohmann::json list = config.json.value(name, nlohmann::json());
    if (!list.is_null() && (!list.is_array() || list.empty() || list.size() > kMaxResolutions)) {
        return config.invalid(
            absl::StrCat(name, " is not a list of 1 to ", kMaxResolutions, " pairs of height and width"));
    }
    std::vector<PixelSize> resolutions;
    for (const nlohmann::json& entry : list) {
        resolutions.push_back(pairOf(entry));
    }
    resolutions = list.is_null() ? usual : resolutions;
    for (const PixelSize& resolution : resolutions) {
        if (!isMultiple(resolution, tile)) {
            return config.invalid(absl::StrCat(name,
                                               " has an entry that is no pair of multiples of the tile's height and "
                                               "width, ",
                                               tile.height, " and ", tile.width, ", of at most ", kMaxSide, " pixels"));
        }
    }
    return resolutions;
}

} // namespace firstlight::model
