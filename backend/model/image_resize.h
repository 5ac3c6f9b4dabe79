// Resampling as the reference processors do it: separable filters that widen when a picture is made smaller, weights as
// fixed point, 8 bits between the two passes, columns first. Equal to torch's uint8 antialiased resize, or to Pillow 13's,
// which begins with the rows of some shapes.
// Thread-safe.
#pragma once

#include <cstdint>
#include <vector>

namespace firstlight::model {

enum class ResizeFilter { kNearest, kLanczos, kBilinear, kBicubic, kBox, kHamming }; // Pillow's numbers

// Bits behind the point of weights: as torch's 16-bit ones, or Pillow's 32-bit ones.
enum class WeightBits { kTorch, kPillow };

// The part of the resized picture that is wanted; inside of it, not empty.
struct ResizeWindow {
    std::int64_t left = 0;
    std::int64_t top = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;
};

// `rgb`: width x height x 3, all sides > 0. Time and memory follow the window, not the size of all of the result.
std::vector<std::uint8_t> resizeRgb(const std::vector<std::uint8_t>& rgb, std::int64_t width, std::int64_t height,
                                    std::int64_t newWidth, std::int64_t newHeight, ResizeFilter filter,
                                    const ResizeWindow& window, WeightBits bits = WeightBits::kTorch);

} // namespace firstlight::model
