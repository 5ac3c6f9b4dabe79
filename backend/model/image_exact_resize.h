// Resampling of the few reference processors that calculate with fractions instead of 8 bits. Thread-safe.
#pragma once

#include "backend/model/image_resize.h"

#include <cstdint>
#include <vector>

namespace firstlight::model {

// Whether the filter widens where the picture is made smaller, or looks at the nearest places only.
enum class Widening { kNone, kWhenSmaller };

// `rgb`: width x height x 3, all sides > 0. Values of 0 to 255, and beyond where the filter overshoots. Within 0.01 of
// torch's. Without widening, the filter is kNearest, kBilinear or kBicubic.
std::vector<float> resizeExact(const std::vector<std::uint8_t>& rgb, std::int64_t width, std::int64_t height,
                               std::int64_t newWidth, std::int64_t newHeight, ResizeFilter filter, Widening widening);

} // namespace firstlight::model
