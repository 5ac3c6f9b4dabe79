#include "backend/model/image_decoders.h"

#include <absl/strings/str_cat.h>
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>

namespace firstlight::model {

namespace {

constexpr int kMaxRecords = 10000; // before the first frame

struct CloseGif {
    void operator()(GifFileType* gif) const
    {
        int error = 0;
        DGifCloseFile(gif, &error);
    }
};
using Gif = std::unique_ptr<GifFileType, CloseGif>;

int readInput(GifFileType* gif, GifByteType* target, int size)
{
    auto* rest = static_cast<std::string_view*>(gif->UserData);
    const std::size_t count = std::min(rest->size(), static_cast<std::size_t>(size));
    std::memcpy(target, rest->data(), count);
    rest->remove_prefix(count);
    return static_cast<int>(count);
}

absl::Status broken()
{
    return absl::InvalidArgumentError("the GIF file is broken or cut off");
}

// Reads an extension; a graphics control block gives the index that is transparent.
bool readExtension(GifFileType* gif, std::optional<int>& transparent)
{
    int code = 0;
    GifByteType* block = nullptr;
    if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) {
        return false;
    }
    while (block != nullptr) {
        if (code == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4) {
            transparent = (block[1] & 1) != 0 ? std::optional<int>(block[4]) : std::nullopt;
        }
        if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) {
            return false;
        }
    }
    return true;
}

// Goes to the first frame's description.
bool findFrame(GifFileType* gif, std::optional<int>& transparent)
{
    for (int i = 0; i < kMaxRecords; ++i) {
        GifRecordType type = UNDEFINED_RECORD_TYPE;
        if (DGifGetRecordType(gif, &type) == GIF_ERROR) {
            return false;
        }
        if (type == IMAGE_DESC_RECORD_TYPE) {
            return DGifGetImageDesc(gif) != GIF_ERROR;
        }
        if (type != EXTENSION_RECORD_TYPE || !readExtension(gif, transparent)) {
            return false;
        }
    }
    return false;
}

class Palette
{
public:
    Palette(const ColorMapObject* map, std::optional<int> transparent) : m_map(map), m_transparent(transparent) {}

    void put(int index, std::uint8_t* rgba) const
    {
        const bool known = m_map != nullptr && index < m_map->ColorCount;
        const GifColorType color = known ? m_map->Colors[index] : GifColorType{0, 0, 0};
        rgba[0] = color.Red;
        rgba[1] = color.Green;
        rgba[2] = color.Blue;
        rgba[3] = m_transparent == index ? 0 : 255;
    }

private:
    const ColorMapObject* m_map;
    std::optional<int> m_transparent;
};

// Reads the frame's lines into their places; interlaced ones come in four passes.
bool readFrame(GifFileType* gif, const Palette& palette, DecodedImage& image)
{
    const GifImageDesc& frame = gif->Image;
    static constexpr std::array<std::pair<int, int>, 4> kPasses = {{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
    std::vector<GifPixelType> line(static_cast<std::size_t>(frame.Width));
    const auto readLine = [&](int row) {
        if (DGifGetLine(gif, line.data(), frame.Width) == GIF_ERROR) {
            return false;
        }
        const auto first = static_cast<std::size_t>(frame.Top + row) * static_cast<std::size_t>(image.width) +
                           static_cast<std::size_t>(frame.Left);
        for (std::size_t column = 0; column < line.size(); ++column) {
            palette.put(line[column], image.pixels.data() + 4 * (first + column));
        }
        return true;
    };
    if (!frame.Interlace) {
        for (int row = 0; row < frame.Height; ++row) {
            if (!readLine(row)) {
                return false;
            }
        }
        return true;
    }
    for (const auto& [first, step] : kPasses) {
        for (int row = first; row < frame.Height; row += step) {
            if (!readLine(row)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

absl::StatusOr<DecodedImage> decodeGif(std::string_view bytes, const ImageLimits& limits)
{
    std::string_view rest = bytes;
    int error = 0;
    const Gif gif(DGifOpen(&rest, readInput, &error));
    if (!gif) {
        return broken();
    }
    if (absl::Status status = checkImageSize(gif->SWidth, gif->SHeight, limits); !status.ok()) {
        return status;
    }
    std::optional<int> transparent;
    if (!findFrame(gif.get(), transparent)) {
        return broken();
    }
    // A frame that is larger than the screen makes that larger.
    const std::int32_t width = std::max(gif->SWidth, gif->Image.Left + gif->Image.Width);
    const std::int32_t height = std::max(gif->SHeight, gif->Image.Top + gif->Image.Height);
    if (absl::Status status = checkImageSize(width, height, limits); !status.ok()) {
        return status;
    }
    DecodedImage image;
    image.width = width;
    image.height = height;
    image.channels = 4;
    image.pixels.resize(4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    const Palette palette(gif->Image.ColorMap != nullptr ? gif->Image.ColorMap : gif->SColorMap, transparent);
    for (std::size_t at = 0; at < image.pixels.size(); at += 4) {
        palette.put(transparent.value_or(0), image.pixels.data() + at);
    }
    if (!readFrame(gif.get(), palette, image)) {
        return broken();
    }
    return image;
}

} // namespace firstlight::model
