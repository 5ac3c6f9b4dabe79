#include "backend/model/image.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/model/image_decoders.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace firstlight::model {

namespace {

absl::StatusOr<DecodedImage> decodeByMagic(std::string_view bytes, const ImageLimits& limits)
{
    if (bytes.starts_with("\x89PNG\r\n\x1a\n")) {
        return decodePng(bytes, limits);
    }
    if (bytes.starts_with("\xFF\xD8\xFF")) {
        return decodeJpeg(bytes, limits);
    }
    if (bytes.starts_with("RIFF") && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP") {
        return decodeWebp(bytes, limits);
    }
    if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) {
        return decodeGif(bytes, limits);
    }
    if (bytes.starts_with("BM")) {
        return decodeBmp(bytes, limits);
    }
    return absl::InvalidArgumentError("it is not a PNG, JPEG, WebP, BMP or GIF file");
}

// Pillow's alpha_composite over opaque white.
std::uint8_t overWhite(unsigned value, unsigned alpha)
{
    if (alpha == 0) {
        return 255;
    }
    const unsigned weight = alpha << 7;
    const unsigned sum = value * weight + 255 * ((255U << 7) - weight) + (0x80U << 7);
    return static_cast<std::uint8_t>((((sum >> 8) + sum) >> 8) >> 7);
}

// Where the pixel (x, y) of the upright picture lies in the stored one of width x height.
std::size_t storedIndex(int orientation, std::size_t x, std::size_t y, std::size_t width, std::size_t height)
{
    const bool swapped = orientation >= 5;
    std::size_t column = swapped ? y : x;
    std::size_t row = swapped ? x : y;
    if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) {
        column = width - 1 - column;
    }
    if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) {
        row = height - 1 - row;
    }
    return row * width + column;
}

// Turned by its orientation.
DecodedImage upright(DecodedImage image)
{
    if (image.orientation == 1) {
        return image;
    }
    DecodedImage turned = image;
    if (image.orientation >= 5) {
        std::swap(turned.width, turned.height);
    }
    const auto channels = static_cast<std::size_t>(image.channels);
    auto target = turned.pixels.begin();
    for (std::size_t y = 0; y < static_cast<std::size_t>(turned.height); ++y) {
        for (std::size_t x = 0; x < static_cast<std::size_t>(turned.width); ++x) {
            const std::size_t source =
                channels * storedIndex(image.orientation, x, y, static_cast<std::size_t>(image.width),
                                       static_cast<std::size_t>(image.height));
            target = std::copy_n(image.pixels.begin() + static_cast<std::ptrdiff_t>(source), channels, target);
        }
    }
    return turned;
}

std::uint8_t overBoard(unsigned value, unsigned alpha, std::size_t x, std::size_t y)
{
    const unsigned grey = (x / 8 + y / 8) % 2 == 0 ? 204 : 153;
    return static_cast<std::uint8_t>((value * alpha + grey * (255 - alpha) + 127) / 255);
}

std::vector<std::uint8_t> toRgb(DecodedImage image, Backdrop backdrop)
{
    if (image.channels == 3) {
        return std::move(image.pixels);
    }
    std::vector<std::uint8_t> rgb;
    rgb.reserve(image.pixels.size() / 4 * 3);
    const auto width = static_cast<std::size_t>(image.width);
    for (std::size_t at = 0; at + 3 < image.pixels.size(); at += 4) {
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const unsigned value = image.pixels[at + channel];
            const unsigned alpha = image.pixels[at + 3];
            rgb.push_back(backdrop == Backdrop::kWhite ? overWhite(value, alpha)
                                                       : overBoard(value, alpha, at / 4 % width, at / 4 / width));
        }
    }
    return rgb;
}

absl::Status rejected(int number, const absl::Status& why)
{
    const bool isTooLarge = absl::IsOutOfRange(why);
    return base::failure(isTooLarge ? reasons::kImageTooLarge : reasons::kImageRejected,
                         absl::StatusCode::kInvalidArgument,
                         {{"number", absl::StrCat(number)}, {"detail", std::string(why.message())}});
}

absl::Status tooManyBytes(std::int64_t bytes, const ImageLimits& limits)
{
    return absl::OutOfRangeError(absl::StrCat("the file has ", bytes, " bytes; at most ", limits.fileBytes, " (",
                                              limits.fileBytes >> 20, " MiB) are read"));
}

} // namespace

absl::Status checkImageSize(std::int64_t width, std::int64_t height, const ImageLimits& limits)
{
    if (width <= 0 || height <= 0) {
        return absl::InvalidArgumentError("it has no pixels");
    }
    if (width > limits.side || height > limits.side || width * height > limits.pixels) {
        return absl::OutOfRangeError(absl::StrCat("it has ", width, " x ", height, " pixels; at most ", limits.side,
                                                  " a side and ", limits.pixels / 1000000, " million are read"));
    }
    return absl::OkStatus();
}

absl::StatusOr<RgbImage> decodeImage(std::string_view bytes, const ImageLimits& limits, int number, Backdrop backdrop)
{
    if (static_cast<std::int64_t>(bytes.size()) > limits.fileBytes) {
        return rejected(number, tooManyBytes(static_cast<std::int64_t>(bytes.size()), limits));
    }
    if (bytes.empty()) {
        return rejected(number, absl::InvalidArgumentError("the file is empty"));
    }
    absl::StatusOr<DecodedImage> decoded = decodeByMagic(bytes, limits);
    if (!decoded.ok()) {
        return rejected(number, decoded.status());
    }
    RgbImage image;
    image.originalWidth = decoded->width;
    image.originalHeight = decoded->height;
    DecodedImage turned = upright(*std::move(decoded));
    image.width = turned.width;
    image.height = turned.height;
    image.rgb = toRgb(std::move(turned), backdrop);
    return image;
}

absl::StatusOr<std::string> readImageFile(const std::string& path, int number, const ImageLimits& limits)
{
    std::error_code error;
    const auto bytes = std::filesystem::is_regular_file(path, error) ? std::filesystem::file_size(path, error) : 0;
    if (!error && static_cast<std::int64_t>(bytes) > limits.fileBytes) {
        return rejected(number, tooManyBytes(static_cast<std::int64_t>(bytes), limits));
    }
    return base::readFile(path, limits.fileBytes);
}

} // namespace firstlight::model
