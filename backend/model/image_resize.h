// Resampling as the reference processors do it: separable filters that widen when a picture is made smaller, weights as
// 16-bit fixed point, 8 bits between the two passes. Equal to torch's uint8 antialiased resize, and within one level of
// Pillow's. Thread-safe.
#pragma once

#include <cstdint>
#include <vector>

namespace firstlight::model {

enum class ResizeFilter { kBilinear, kBicubic, kLanczos };

// `rgb`: width x height x 3, all sides > 0.
std::vector<std::uint8_t> resizeRgb(const std::vector<std::uint8_t>& rgb, std::int32_t width, std::int32_t height,
                                    std::int32_t newWidth, std::int32_t newHeight, ResizeFilter filter);

} // namespace firstlight::model
