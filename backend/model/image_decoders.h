// The decoders behind decodeImage(), one for each file format. `limits` holds before any memory is taken.
//
// Failures are InvalidArgument with a sentence about the picture, OutOfRange where it is beyond a limit.
#pragma once

#include "backend/model/image.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace firstlight::model {

struct DecodedImage {
    std::int32_t width = 0;
    std::int32_t height = 0;
    int channels = 3; // 3: RGB, 4: RGBA
    std::vector<std::uint8_t> pixels;
    int orientation = 1; // EXIF, 1 to 8
};

absl::Status checkImageSize(std::int64_t width, std::int64_t height, const ImageLimits& limits);

absl::StatusOr<DecodedImage> decodePng(std::string_view bytes, const ImageLimits& limits);
absl::StatusOr<DecodedImage> decodeJpeg(std::string_view bytes, const ImageLimits& limits);
absl::StatusOr<DecodedImage> decodeWebp(std::string_view bytes, const ImageLimits& limits);
absl::StatusOr<DecodedImage> decodeBmp(std::string_view bytes, const ImageLimits& limits);
absl::StatusOr<DecodedImage> decodeGif(std::string_view bytes, const ImageLimits& limits);

// The orientation in EXIF data (a TIFF structure, with or without "Exif\0\0" before it); 1 when there is none.
int exifOrientation(std::string_view exif);

} // namespace firstlight::model
