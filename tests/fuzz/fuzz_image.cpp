// Feeds any bytes to the picture decoders.
#include "backend/model/image.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const firstlight::model::ImageLimits limits{.pixels = 1 << 18, .side = 4096};
    const auto image = firstlight::model::decodeImage(bytes, limits);
    const bool whole = !image.ok() || image->rgb.size() == std::size_t{3} * static_cast<std::size_t>(image->width) *
                                                               static_cast<std::size_t>(image->height);
    if (!whole) {
        std::abort();
    }
    return 0;
}
