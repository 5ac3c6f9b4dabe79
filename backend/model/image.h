// Pictures from files: PNG, JPEG, WebP, BMP and the first frame of a GIF, known by their first bytes.
//
// Decoded as the reference does (Pillow, then onto white where there is transparency), turned upright by the EXIF
// orientation. Files are never trusted: sizes are checked before memory is taken, broken and cut-off files are refused.
// Functions are thread-safe.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

struct RgbImage {
    std::int32_t width = 0; // pixels
    std::int32_t height = 0;
    std::vector<std::uint8_t> rgb;  // width x height x 3, row by row
    std::int32_t originalWidth = 0; // as stored in the file, before orientation
    std::int32_t originalHeight = 0;
};

struct ImageLimits {
    std::int64_t fileBytes = std::int64_t{20} << 20;
    std::int64_t pixels = std::int64_t{64} * 1000 * 1000;
    std::int32_t side = 16384; // pixels
};

// What transparent pictures are laid on: a board has squares of 8 pixels in two greys.
enum class Backdrop { kWhite, kBoard };

// kImageTooLarge or kImageRejected with `number` (1 is the first picture of a prompt) and what is wrong.
absl::StatusOr<RgbImage> decodeImage(std::string_view bytes, const ImageLimits& limits = {}, int number = 1,
                                     Backdrop backdrop = Backdrop::kWhite);

// The bytes of a file for decodeImage(), which are not looked at. kImageTooLarge, else as base::readFile().
absl::StatusOr<std::string> readImageFile(const std::string& path, int number = 1, const ImageLimits& limits = {});

// An 8-bit RGB PNG file, e.g. to show what a model received.
std::string encodePng(std::int32_t width, std::int32_t height, const std::vector<std::uint8_t>& rgb);

} // namespace firstlight::model
