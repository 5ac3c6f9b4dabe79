// Feeds any settings to the image processors, and small pictures to those that can be made. Input: the picture's width
// and height (two bytes each, the lower first), then the JSON of a preprocessor_config.json.
#include "backend/base/json.h"
#include "backend/model/image_processor.h"
#include "backend/model/processor_config.h"

#include <cstdlib>

using namespace firstlight;

namespace {

constexpr std::int64_t kMostPixels = 1 << 16; // that are really made

std::int64_t madePixels(const model::ImageLayout& layout)
{
    std::int64_t sum = 0;
    for (const model::ImageStep& step : layout.steps) {
        sum += step.canvas.area() + step.taken.area() + step.taken.height * step.canvas.width;
    }
    return sum;
}

void process(const model::ImageProcessor& processor, const model::PixelSize& size)
{
    const auto layout = processor.layout(size);
    if (!layout.ok() || layout->tokenCount() < 0 || madePixels(*layout) > kMostPixels) {
        return;
    }
    model::RgbImage image{static_cast<std::int32_t>(size.width), static_cast<std::int32_t>(size.height), {}, 0, 0};
    image.rgb.resize(static_cast<std::size_t>(3 * size.area()));
    const auto processed = processor.process(image);
    if (!processed.ok() || processed->tiles.size() != static_cast<std::size_t>(layout->tileCount())) {
        std::abort();
    }
    for (const model::ImageTile& tile : processed->tiles) {
        if (tile.rgb.size() !=
            std::size_t{3} * static_cast<std::size_t>(tile.width) * static_cast<std::size_t>(tile.height)) {
            std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 4) {
        return 0;
    }
    const model::PixelSize picture{std::int64_t{data[0]} | std::int64_t{data[1]} << 8,
                                   std::int64_t{data[2]} | std::int64_t{data[3]} << 8};
    const auto json = base::parseJson(std::string_view(reinterpret_cast<const char*>(data) + 4, size - 4), "input");
    if (!json.ok() || !json->is_object() || picture.area() == 0) {
        return 0;
    }
    model::ProcessorConfig config;
    config.json = *json;
    config.processor = json->value("processor", nlohmann::json::object());
    config.model = json->value("model", nlohmann::json::object());
    config.tokenizer = nlohmann::json::object();
    const nlohmann::json type = json->value("image_processor_type", nlohmann::json());
    config.type = type.is_string() ? type.get<std::string>() : std::string();
    if (const auto processor = model::ImageProcessor::make(config); processor.ok()) {
        process(**processor, picture);
    }
    return 0;
}
