#include "backend/model/image_decoders.h"

namespace firstlight::model {

namespace {

constexpr unsigned kOrientationTag = 0x0112;
constexpr unsigned kShortType = 3;
constexpr unsigned kLongType = 4; // written by some, read by all

class TiffReader
{
public:
    explicit TiffReader(std::string_view data) : m_data(data), m_bigEndian(data.starts_with("MM")) {}

    bool valid() const { return (m_bigEndian || m_data.starts_with("II")) && number(2, 2) == 42; }

    // An unsigned number of `size` bytes; 0 beyond the end.
    std::uint32_t number(std::size_t at, std::size_t size) const
    {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size && at + size <= m_data.size(); ++i) {
            const std::size_t offset = m_bigEndian ? at + i : at + size - 1 - i;
            value = value << 8 | static_cast<unsigned char>(m_data[offset]);
        }
        return value;
    }

private:
    std::string_view m_data;
    bool m_bigEndian;
};

} // namespace

int exifOrientation(std::string_view exif)
{
    constexpr std::string_view kPrefix("Exif\0\0", 6);
    if (exif.starts_with(kPrefix)) {
        exif.remove_prefix(kPrefix.size());
    }
    const TiffReader tiff(exif);
    const std::size_t directory = tiff.number(4, 4);
    const std::uint32_t count = tiff.valid() && directory < exif.size() ? tiff.number(directory, 2) : 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t entry = directory + 2 + std::size_t{12} * i;
        const std::uint32_t type = tiff.number(entry + 2, 2);
        if (tiff.number(entry, 2) == kOrientationTag && (type == kShortType || type == kLongType)) {
            const std::uint32_t value = tiff.number(entry + 8, type == kShortType ? 2 : 4);
            return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
        }
    }
    return 1;
}

} // namespace firstlight::model
