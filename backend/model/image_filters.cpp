#include "backend/model/image_filters.h"

#include <cmath>

namespace firstlight::model {

namespace {

double sinc(double x)
{
    constexpr double kPi = 3.14159265358979323846;
    return x == 0.0 ? 1.0 : std::sin(x * kPi) / (x * kPi);
}

double bicubic(double x)
{
    constexpr double kA = -0.5;
    return x < 1.0 ? ((kA + 2.0) * x - (kA + 3.0)) * x * x + 1.0 : (((x - 5.0) * x + 8.0) * x - 4.0) * kA;
}

} // namespace

double halfWidth(ResizeFilter filter)
{
    switch (filter) {
    case ResizeFilter::kBox:
        return 0.5;
    case ResizeFilter::kBilinear:
    case ResizeFilter::kHamming:
        return 1.0;
    case ResizeFilter::kBicubic:
        return 2.0;
    case ResizeFilter::kLanczos:
        return 3.0;
    case ResizeFilter::kNearest:
        break;
    }
    return 0.0;
}

double filterWeight(ResizeFilter filter, double place)
{
    const double x = std::abs(place);
    if (filter == ResizeFilter::kBox) {
        return place > -0.5 && place <= 0.5 ? 1.0 : 0.0;
    }
    if (x >= halfWidth(filter)) {
        return 0.0;
    }
    switch (filter) {
    case ResizeFilter::kBilinear:
        return 1.0 - x;
    case ResizeFilter::kHamming:
        return sinc(x) * (0.54 + 0.46 * std::cos(3.14159265358979323846 * x));
    case ResizeFilter::kLanczos:
        return sinc(x) * sinc(x / 3.0);
    default:
        return bicubic(x);
    }
}

} // namespace firstlight::model
