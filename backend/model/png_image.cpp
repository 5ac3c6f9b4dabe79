#include "backend/model/image_decoders.h"

#include <absl/strings/str_cat.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <optional>
#include <string>

namespace firstlight::model {

namespace {

struct PngInput {
    std::string_view rest;
    std::string error;
};

void readInput(png_structp png, png_bytep target, png_size_t size)
{
    auto* input = static_cast<PngInput*>(png_get_io_ptr(png));
    if (input->rest.size() < size) {
        png_error(png, "the file is cut off");
    }
    std::memcpy(target, input->rest.data(), size);
    input->rest.remove_prefix(size);
}

void onError(png_structp png, png_const_charp message)
{
    static_cast<PngInput*>(png_get_error_ptr(png))->error = message;
    png_longjmp(png, 1);
}

void onWarning(png_structp, png_const_charp) {}

using PngKey = std::array<std::uint16_t, 3>; // a colour that is transparent

class PngReader
{
public:
    explicit PngReader(std::string_view bytes) : m_input{bytes, {}}
    {
        m_png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &m_input, onError, onWarning);
        m_info = m_png != nullptr ? png_create_info_struct(m_png) : nullptr;
    }
    ~PngReader() { png_destroy_read_struct(&m_png, &m_info, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    // libpng leaves these by longjmp: no object with a destructor lives in them.
    bool readHeader()
    {
        if (m_info == nullptr || setjmp(png_jmpbuf(m_png)) != 0) {
            return false;
        }
        png_set_read_fn(m_png, &m_input, readInput);
        png_set_user_limits(m_png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
        png_set_chunk_malloc_max(m_png, 8U << 20);
        png_read_info(m_png, m_info);
        return true;
    }

    bool setTransformations()
    {
        if (setjmp(png_jmpbuf(m_png)) != 0) {
            return false;
        }
        const png_byte type = png_get_color_type(m_png, m_info);
        m_wideGrey = bitDepth() == 16 && type == PNG_COLOR_TYPE_GRAY;
        if (type == PNG_COLOR_TYPE_PALETTE) {
            png_set_expand(m_png);
        } else {
            readKey();
        }
        if (!m_wideGrey) {
            png_set_strip_16(m_png);
            png_set_expand_gray_1_2_4_to_8(m_png);
            png_set_gray_to_rgb(m_png);
        }
        png_set_interlace_handling(m_png);
        png_read_update_info(m_png, m_info);
        return true;
    }

    bool readRows(png_bytepp rows)
    {
        if (setjmp(png_jmpbuf(m_png)) != 0) {
            return false;
        }
        png_read_image(m_png, rows);
        png_read_end(m_png, m_info);
        return true;
    }

    std::int64_t width() const { return png_get_image_width(m_png, m_info); }
    std::int64_t height() const { return png_get_image_height(m_png, m_info); }
    int bitDepth() const { return png_get_bit_depth(m_png, m_info); }
    std::size_t rowBytes() const { return png_get_rowbytes(m_png, m_info); }
    int channels() const { return m_wideGrey ? 3 : png_get_channels(m_png, m_info); }
    bool wideGrey() const { return m_wideGrey; } // rows are 16-bit values, the high byte first
    const std::optional<PngKey>& key() const { return m_key; }
    const std::string& error() const { return m_input.error; }

    int orientation() const
    {
        png_bytep exif = nullptr;
        png_uint_32 size = 0;
        if (png_get_eXIf_1(m_png, m_info, &size, &exif) == 0) {
            return 1;
        }
        return exifOrientation(std::string_view(reinterpret_cast<const char*>(exif), size));
    }

private:
    void readKey()
    {
        png_color_16p color = nullptr;
        if (png_get_tRNS(m_png, m_info, nullptr, nullptr, &color) == 0 || color == nullptr) {
            return;
        }
        const bool grey = png_get_color_type(m_png, m_info) == PNG_COLOR_TYPE_GRAY;
        m_key = grey ? PngKey{color->gray, color->gray, color->gray} : PngKey{color->red, color->green, color->blue};
    }

    PngInput m_input;
    std::optional<PngKey> m_key;
    png_structp m_png = nullptr;
    png_infop m_info = nullptr;
    bool m_wideGrey = false;
};

absl::Status broken(const PngReader& reader)
{
    return absl::InvalidArgumentError(absl::StrCat("the PNG file is broken: ", reader.error()));
}

// Pillow keeps 16-bit grey values and clips them when it makes RGB of them. What is transparent becomes white.
std::vector<std::uint8_t> clippedGrey(const std::vector<std::uint8_t>& wide, const std::optional<PngKey>& key)
{
    std::vector<std::uint8_t> rgb;
    rgb.reserve(wide.size() / 2 * 3);
    for (std::size_t at = 0; at + 1 < wide.size(); at += 2) {
        const bool transparent = key && wide[at] == key->front() >> 8 && wide[at + 1] == (key->front() & 0xFF);
        rgb.insert(rgb.end(), 3, wide[at] > 0 || transparent ? std::uint8_t{255} : wide[at + 1]);
    }
    return rgb;
}

// What is transparent becomes white. As Pillow does, 8-bit values are compared with the key's lower bytes.
void whiten(std::vector<std::uint8_t>& rgb, const PngKey& key)
{
    for (std::size_t at = 0; at + 2 < rgb.size(); at += 3) {
        if (rgb[at] == (key[0] & 0xFF) && rgb[at + 1] == (key[1] & 0xFF) && rgb[at + 2] == (key[2] & 0xFF)) {
            std::fill_n(rgb.begin() + static_cast<std::ptrdiff_t>(at), 3, std::uint8_t{255});
        }
    }
}

} // namespace

absl::StatusOr<DecodedImage> decodePng(std::string_view bytes, const ImageLimits& limits)
{
    PngReader reader(bytes);
    if (!reader.readHeader()) {
        return broken(reader);
    }
    if (absl::Status status = checkImageSize(reader.width(), reader.height(), limits); !status.ok()) {
        return status;
    }
    if (!reader.setTransformations()) {
        return broken(reader);
    }
    DecodedImage image;
    image.width = static_cast<std::int32_t>(reader.width());
    image.height = static_cast<std::int32_t>(reader.height());
    image.channels = reader.channels();
    const std::size_t rowBytes = reader.rowBytes();
    image.pixels.resize(rowBytes * static_cast<std::size_t>(image.height));
    std::vector<png_bytep> rows;
    for (std::size_t row = 0; row < static_cast<std::size_t>(image.height); ++row) {
        rows.push_back(image.pixels.data() + row * rowBytes);
    }
    if (!reader.readRows(rows.data())) {
        return broken(reader);
    }
    if (reader.wideGrey()) {
        image.pixels = clippedGrey(image.pixels, reader.key());
    } else if (reader.key() && image.channels == 3) {
        whiten(image.pixels, *reader.key());
    }
    image.orientation = reader.orientation();
    return image;
}

std::string encodePng(std::int32_t width, std::int32_t height, const std::vector<std::uint8_t>& rgb)
{
    png_image image;
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGB;
    image.flags = PNG_IMAGE_FLAG_FAST;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string file(size, '\0');
    if (png_image_write_to_memory(&image, file.data(), &size, 0, rgb.data(), 0, nullptr) == 0) {
        return {};
    }
    file.resize(size);
    return file;
}

} // namespace firstlight::model
