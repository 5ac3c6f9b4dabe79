#include "backend/model/image_decoders.h"

#include <absl/strings/str_cat.h>

#include <array>
#include <bit>
#include <cstdlib>

namespace firstlight::model {

namespace {

constexpr std::size_t kFileHeaderBytes = 14;
constexpr std::uint32_t kCoreHeaderBytes = 12;
enum Compression : std::uint32_t { kPlain = 0, kRle8 = 1, kRle4 = 2, kBitFields = 3, kAlphaBitFields = 6 };

struct BmpHeader {
    std::uint32_t headerBytes = 0;
    std::uint32_t pixelOffset = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;
    bool topDown = false;
    std::uint32_t bits = 0;
    std::uint32_t compression = 0;
    std::uint32_t colors = 0;             // in the palette
    std::array<std::uint32_t, 4> masks{}; // red, green, blue, alpha
};

class BmpReader
{
public:
    explicit BmpReader(std::string_view bytes) : m_bytes(bytes) {}

    absl::StatusOr<DecodedImage> decode(const ImageLimits& limits)
    {
        if (!readHeader()) {
            return broken();
        }
        if (absl::Status status = checkImageSize(m_header.width, m_header.height, limits); !status.ok()) {
            return status;
        }
        m_image.width = static_cast<std::int32_t>(m_header.width);
        m_image.height = static_cast<std::int32_t>(m_header.height);
        m_image.channels = m_header.masks[3] != 0 ? 4 : 3;
        m_image.pixels.resize(static_cast<std::size_t>(m_header.width * m_header.height) * channels());
        const bool runs = m_header.compression == kRle8 || m_header.compression == kRle4;
        if (!(runs ? readRuns() : readRows())) {
            return broken();
        }
        return std::move(m_image);
    }

private:
    static absl::Status broken()
    {
        return absl::InvalidArgumentError("the BMP file is broken, cut off, or of a kind that is not read");
    }

    std::size_t channels() const { return static_cast<std::size_t>(m_image.channels); }
    std::uint8_t byte(std::size_t at) const { return at < m_bytes.size() ? static_cast<std::uint8_t>(m_bytes[at]) : 0; }
    std::uint32_t number(std::size_t at, std::size_t size) const
    {
        std::uint32_t value = 0;
        for (std::size_t i = size; i > 0; --i) {
            value = value << 8 | byte(at + i - 1);
        }
        return value;
    }

    bool readHeader()
    {
        m_header.pixelOffset = number(10, 4);
        m_header.headerBytes = number(kFileHeaderBytes, 4);
        const std::uint64_t headerEnd = kFileHeaderBytes + std::uint64_t{m_header.headerBytes};
        if (m_header.headerBytes < kCoreHeaderBytes || headerEnd > m_bytes.size() ||
            m_header.pixelOffset > m_bytes.size()) {
            return false;
        }
        std::size_t paletteEntry = 4;
        if (m_header.headerBytes == kCoreHeaderBytes) {
            m_header.width = number(18, 2);
            m_header.height = number(20, 2);
            m_header.bits = number(24, 2);
            paletteEntry = 3;
        } else if (m_header.headerBytes < 40) {
            return false;
        } else {
            const auto height = static_cast<std::int32_t>(number(22, 4));
            m_header.width = static_cast<std::int32_t>(number(18, 4));
            m_header.height = std::llabs(height);
            m_header.topDown = height < 0;
            m_header.bits = number(28, 2);
            m_header.compression = number(30, 4);
            m_header.colors = number(46, 4);
        }
        return readMasks() && readPalette(headerEnd, paletteEntry);
    }

    bool readMasks()
    {
        const std::uint32_t bits = m_header.bits;
        const std::uint32_t compression = m_header.compression;
        if (compression == kRle8 || compression == kRle4) {
            return bits == (compression == kRle8 ? 8U : 4U) && !m_header.topDown;
        }
        if (compression == kPlain) {
            m_header.masks = bits == 16 ? std::array<std::uint32_t, 4>{0x7C00, 0x03E0, 0x001F, 0}
                                        : std::array<std::uint32_t, 4>{0xFF0000, 0xFF00, 0xFF, 0};
            return bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32;
        }
        if ((compression != kBitFields && compression != kAlphaBitFields) || (bits != 16 && bits != 32)) {
            return false;
        }
        const bool withAlpha = compression == kAlphaBitFields || m_header.headerBytes >= 56;
        for (std::size_t i = 0; i < (withAlpha ? 4U : 3U); ++i) {
            m_header.masks[i] = number(54 + 4 * i, 4);
        }
        return true;
    }

    bool readPalette(std::size_t at, std::size_t entryBytes)
    {
        if (m_header.bits > 8) {
            return true;
        }
        const std::uint32_t most = 1U << m_header.bits;
        const std::uint32_t count = m_header.colors == 0 || m_header.colors > most ? most : m_header.colors;
        for (std::size_t i = 0; i < count; ++i, at += entryBytes) {
            m_palette[i] = {byte(at + 2), byte(at + 1), byte(at), 255};
        }
        return at <= m_bytes.size();
    }

    std::uint8_t* pixel(std::size_t column, std::size_t row)
    {
        const auto height = static_cast<std::size_t>(m_image.height);
        const std::size_t line = m_header.topDown ? row : height - 1 - row;
        return m_image.pixels.data() + (line * static_cast<std::size_t>(m_image.width) + column) * channels();
    }

    void putIndex(std::size_t column, std::size_t row, std::size_t index)
    {
        std::copy_n(m_palette[index].begin(), 3, pixel(column, row));
    }

    static std::uint8_t scaled(std::uint32_t value, std::uint32_t mask)
    {
        if (mask == 0) {
            return 0;
        }
        const int shift = std::countr_zero(mask);
        const std::uint64_t most = mask >> shift;
        return static_cast<std::uint8_t>(std::uint64_t{(value & mask) >> shift} * 255 / most);
    }

    void putColor(std::size_t column, std::size_t row, std::uint32_t value)
    {
        std::uint8_t* target = pixel(column, row);
        for (std::size_t channel = 0; channel < channels(); ++channel) {
            target[channel] = scaled(value, m_header.masks[channel]);
        }
    }

    bool readRows()
    {
        const std::size_t rowBytes = (static_cast<std::size_t>(m_header.width) * m_header.bits + 31) / 32 * 4;
        const std::size_t usedBytes = (static_cast<std::size_t>(m_header.width) * m_header.bits + 7) / 8;
        const auto height = static_cast<std::size_t>(m_image.height);
        if (m_header.pixelOffset + rowBytes * (height - 1) + usedBytes > m_bytes.size()) {
            return false;
        }
        for (std::size_t row = 0; row < height; ++row) {
            readRow(m_header.pixelOffset + rowBytes * row, row);
        }
        return true;
    }

    void readRow(std::size_t at, std::size_t row)
    {
        const std::size_t bits = m_header.bits;
        for (std::size_t column = 0; column < static_cast<std::size_t>(m_image.width); ++column) {
            const std::size_t bit = column * bits;
            if (bits >= 16) {
                putColor(column, row, number(at + bit / 8, bits / 8));
            } else {
                const std::size_t shift = 8 - bits - bit % 8;
                putIndex(column, row, byte(at + bit / 8) >> shift & ((1U << bits) - 1));
            }
        }
    }

    // Run-length encoding: pairs of count and value; count 0 escapes to line end, picture end, a jump, or plain values.
    bool readRuns()
    {
        const bool nibbles = m_header.compression == kRle4;
        std::size_t at = m_header.pixelOffset;
        std::size_t column = 0;
        std::size_t row = 0;
        const auto put = [&](std::size_t index) {
            if (column < static_cast<std::size_t>(m_image.width) && row < static_cast<std::size_t>(m_image.height)) {
                putIndex(column, row, index);
            }
            ++column;
        };
        fillWithFirstColor();
        while (at + 1 < m_bytes.size()) {
            const std::size_t count = byte(at);
            const std::size_t value = byte(at + 1);
            at += 2;
            if (count > 0) {
                for (std::size_t i = 0; i < count; ++i) {
                    put(!nibbles ? value : i % 2 == 0 ? value >> 4 : value & 15);
                }
            } else if (value == 0) {
                column = 0;
                ++row;
            } else if (value == 1) {
                return true;
            } else if (value == 2) {
                column += byte(at);
                row += byte(at + 1);
                at += 2;
            } else {
                for (std::size_t i = 0; i < value; ++i) {
                    const std::size_t plain = byte(at + (nibbles ? i / 2 : i));
                    put(!nibbles ? plain : i % 2 == 0 ? plain >> 4 : plain & 15);
                }
                const std::size_t bytes = nibbles ? (value + 1) / 2 : value;
                at += bytes + bytes % 2;
            }
        }
        return row + 1 >= static_cast<std::size_t>(m_image.height);
    }

    void fillWithFirstColor()
    {
        for (std::size_t at = 0; at < m_image.pixels.size(); ++at) {
            m_image.pixels[at] = m_palette[0][at % channels()];
        }
    }

    std::string_view m_bytes;
    BmpHeader m_header;
    std::array<std::array<std::uint8_t, 4>, 256> m_palette{};
    DecodedImage m_image;
};

} // namespace

absl::StatusOr<DecodedImage> decodeBmp(std::string_view bytes, const ImageLimits& limits)
{
    return BmpReader(bytes).decode(limits);
}

} // namespace firstlight::model
