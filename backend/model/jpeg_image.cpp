#include "backend/model/image_decoders.h"

#include <absl/strings/str_cat.h>

#include <array>
#include <csetjmp>
#include <cstdio>
#include <string>

#include <jerror.h>
#include <jpeglib.h>

namespace firstlight::model {

namespace {

constexpr int kMaxScans = 500; // a progressive picture has some ten; more only keep the machine busy
constexpr int kExifMarker = JPEG_APP0 + 1;

struct JpegErrors {
    jpeg_error_mgr manager;
    std::jmp_buf escape;
    std::array<char, JMSG_LENGTH_MAX> message;
    bool cutOff;
};

JpegErrors& errorsOf(j_common_ptr jpeg)
{
    return *reinterpret_cast<JpegErrors*>(jpeg->err);
}

void onError(j_common_ptr jpeg)
{
    JpegErrors& errors = errorsOf(jpeg);
    errors.manager.format_message(jpeg, errors.message.data());
    std::longjmp(errors.escape, 1);
}

void onMessage(j_common_ptr jpeg, int level)
{
    JpegErrors& errors = errorsOf(jpeg);
    if (level < 0 && (errors.manager.msg_code == JWRN_JPEG_EOF || errors.manager.msg_code == JWRN_HIT_MARKER)) {
        errors.cutOff = true;
    }
}

void onProgress(j_common_ptr jpeg)
{
    const auto* decompress = reinterpret_cast<j_decompress_ptr>(jpeg);
    if (jpeg->is_decompressor != 0 && decompress->input_scan_number > kMaxScans) {
        std::snprintf(errorsOf(jpeg).message.data(), JMSG_LENGTH_MAX, "more than %d scans", kMaxScans);
        std::longjmp(errorsOf(jpeg).escape, 1);
    }
}

class JpegReader
{
public:
    JpegReader()
    {
        m_jpeg.err = jpeg_std_error(&m_errors.manager);
        m_errors.manager.error_exit = onError;
        m_errors.manager.emit_message = onMessage;
        m_errors.message[0] = '\0';
        m_errors.cutOff = false;
        m_progress.progress_monitor = onProgress;
    }
    ~JpegReader() { jpeg_destroy_decompress(&m_jpeg); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    // libjpeg leaves these by longjmp: no object with a destructor lives in them.
    bool readHeader(std::string_view bytes)
    {
        if (setjmp(m_errors.escape) != 0) {
            return false;
        }
        jpeg_create_decompress(&m_jpeg);
        m_jpeg.progress = &m_progress;
        jpeg_mem_src(&m_jpeg, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
        jpeg_save_markers(&m_jpeg, kExifMarker, 0xFFFF);
        return jpeg_read_header(&m_jpeg, TRUE) == JPEG_HEADER_OK;
    }

    bool readPixels(std::uint8_t* pixels)
    {
        if (setjmp(m_errors.escape) != 0) {
            return false;
        }
        m_jpeg.out_color_space = isCmyk() ? JCS_CMYK : JCS_RGB;
        jpeg_start_decompress(&m_jpeg);
        const std::size_t rowBytes =
            std::size_t{m_jpeg.output_width} * static_cast<std::size_t>(m_jpeg.output_components);
        while (m_jpeg.output_scanline < m_jpeg.output_height) {
            JSAMPROW row = pixels + rowBytes * m_jpeg.output_scanline;
            jpeg_read_scanlines(&m_jpeg, &row, 1);
        }
        jpeg_finish_decompress(&m_jpeg);
        return true;
    }

    bool isCmyk() const { return m_jpeg.jpeg_color_space == JCS_CMYK || m_jpeg.jpeg_color_space == JCS_YCCK; }
    bool cutOff() const { return m_errors.cutOff; }
    std::int64_t width() const { return m_jpeg.image_width; }
    std::int64_t height() const { return m_jpeg.image_height; }
    std::string error() const { return m_errors.message.data(); }

    int orientation() const
    {
        for (const jpeg_marker_struct* marker = m_jpeg.marker_list; marker != nullptr; marker = marker->next) {
            const std::string_view data(reinterpret_cast<const char*>(marker->data), marker->data_length);
            if (marker->marker == kExifMarker && data.starts_with("Exif")) {
                return exifOrientation(data);
            }
        }
        return 1;
    }

private:
    jpeg_decompress_struct m_jpeg{};
    jpeg_progress_mgr m_progress{};
    JpegErrors m_errors{};
};

// Ink to light, as Pillow calculates it. As there, all files are taken for Adobe's, which store light.
std::vector<std::uint8_t> rgbFromCmyk(const std::vector<std::uint8_t>& cmyk)
{
    std::vector<std::uint8_t> rgb;
    rgb.reserve(cmyk.size() / 4 * 3);
    for (std::size_t at = 0; at + 3 < cmyk.size(); at += 4) {
        const auto ink = [&](std::size_t channel) { return 255U - cmyk[at + channel]; };
        const unsigned paper = 255 - ink(3);
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const unsigned product = ink(channel) * paper + 128;
            rgb.push_back(static_cast<std::uint8_t>(paper - (((product >> 8) + product) >> 8)));
        }
    }
    return rgb;
}

} // namespace

absl::StatusOr<DecodedImage> decodeJpeg(std::string_view bytes, const ImageLimits& limits)
{
    JpegReader reader;
    if (!reader.readHeader(bytes)) {
        return absl::InvalidArgumentError(absl::StrCat("the JPEG file is broken: ", reader.error()));
    }
    if (absl::Status status = checkImageSize(reader.width(), reader.height(), limits); !status.ok()) {
        return status;
    }
    DecodedImage image;
    image.width = static_cast<std::int32_t>(reader.width());
    image.height = static_cast<std::int32_t>(reader.height());
    image.orientation = reader.orientation(); // libjpeg forgets markers when it has read the pixels
    const std::size_t channels = reader.isCmyk() ? 4 : 3;
    image.pixels.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * channels);
    if (!reader.readPixels(image.pixels.data())) {
        return absl::InvalidArgumentError(absl::StrCat("the JPEG file is broken: ", reader.error()));
    }
    if (reader.cutOff()) {
        return absl::InvalidArgumentError("the JPEG file is cut off");
    }
    if (reader.isCmyk()) {
        image.pixels = rgbFromCmyk(image.pixels);
    }
    return image;
}

} // namespace firstlight::model
