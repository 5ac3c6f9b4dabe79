#include "backend/verify/pictures.h"

#include "backend/model/image.h"

#include <functional>
#include <vector>

namespace firstlight::verify {
namespace {

constexpr Colour kBackground{240, 240, 240};

// `inside` gets coordinates from -1 to 1.
std::string picture(int side, Colour colour, const std::function<bool(double, double)>& inside)
{
    std::vector<std::uint8_t> rgb;
    rgb.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 3);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const double half = side / 2.0;
            const Colour& pixel = inside((x + 0.5) / half - 1, (y + 0.5) / half - 1) ? colour : kBackground;
            rgb.insert(rgb.end(), pixel.begin(), pixel.end());
        }
    }
    return model::encodePng(side, side, rgb);
}

} // namespace

std::string discPicture(int side, Colour colour)
{
    return picture(side, colour, [](double x, double y) { return x * x + y * y < 0.3; });
}

std::string squarePicture(int side, Colour colour)
{
    return picture(side, colour, [](double x, double y) { return x > -0.5 && x < 0.5 && y > -0.5 && y < 0.5; });
}

} // namespace firstlight::verify
