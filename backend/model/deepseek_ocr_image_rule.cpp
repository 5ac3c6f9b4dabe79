// DeepSeek-OCR 2 and Unlimited-OCR: large pictures stretched over a grid of tiles, then an overview whose longer side
// fills a square.
#include "backend/base/failure.h"
#include "backend/model/image_grids.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSide = std::int64_t{1} << 12;

struct OcrParameters {
    std::int64_t side = 1024; // of the overview
    std::int64_t tile = 768;
    std::int64_t minTiles = 2;
    std::int64_t maxTiles = 6;
    bool cut = true;
    bool stretched = false;      // the overview
    bool endsRows = false;       // a token at the end of each row of tokens
    std::int64_t sideTokens = 0; // of the overview
    std::int64_t tileTokens = 0; // of a tile, in each direction
    std::array<std::uint8_t, 3> fill{127, 127, 127};
};

class OcrRule final : public ImageRule
{
public:
    explicit OcrRule(const OcrParameters& parameters)
        : m_parameters(parameters), m_grids(allowedGrids(parameters.minTiles, parameters.maxTiles))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const PixelSize tile{m_parameters.tile, m_parameters.tile};
        ImageLayout layout;
        TileGrid grid{0, 0};
        if (m_parameters.cut && std::max(picture.width, picture.height) > m_parameters.tile) {
            grid = closestGrid(picture, tile, m_grids);
            layout.steps.push_back(gridStep(picture, tile, grid));
        }
        layout.steps.push_back(overview(picture));
        if (layout.steps.back().resized.area() == 0) {
            return refusedShape(picture, "nothing would be left of the shorter side");
        }
        layout.places.push_back({{}, static_cast<std::int32_t>(tokens(grid))});
        return layout;
    }

private:
    ImageStep overview(const PixelSize& picture) const
    {
        const PixelSize square{m_parameters.side, m_parameters.side};
        ImageStep step = wholePicture(picture, square);
        if (m_parameters.stretched) {
            return step;
        }
        const double scale =
            static_cast<double>(m_parameters.side) / static_cast<double>(std::max(picture.width, picture.height));
        const auto scaled = [scale](std::int64_t length) {
            return static_cast<std::int64_t>(std::nearbyint(static_cast<double>(length) * scale));
        };
        step.resized = {scaled(picture.width), scaled(picture.height)};
        step.canvasLeft = (square.width - step.resized.width) / 2;
        step.canvasTop = (square.height - step.resized.height) / 2;
        step.fill = m_parameters.fill;
        return step;
    }

    // A token stands behind all of them.
    std::int64_t tokens(const TileGrid& grid) const
    {
        const std::int64_t rowEnd = m_parameters.endsRows ? 1 : 0;
        const auto area = [rowEnd](std::int64_t columns, std::int64_t rows) { return rows * (columns + rowEnd); };
        const std::int64_t tile = m_parameters.tileTokens;
        return area(m_parameters.sideTokens, m_parameters.sideTokens) + area(tile * grid.columns, tile * grid.rows) + 1;
    }

    OcrParameters m_parameters;
    std::vector<TileGrid> m_grids;
};

absl::Status readFill(const ProcessorConfig& config, OcrParameters& parameters)
{
    const nlohmann::json list = config.json.value("background_color", nlohmann::json());
    for (std::size_t i = 0; i < parameters.fill.size() && !list.is_null(); ++i) {
        const bool isByte = list.is_array() && list.size() == parameters.fill.size() && list[i].is_number_integer() &&
                            list[i].get<std::int64_t>() >= 0 && list[i].get<std::int64_t>() <= 255;
        if (!isByte) {
            return config.invalid("background_color is not a list of three numbers of 0 to 255");
        }
        parameters.fill[i] = list[i].get<std::uint8_t>();
    }
    return absl::OkStatus();
}

absl::Status readOcr(const ProcessorConfig& config, OcrParameters& parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const PixelSize size, config.tileSize("size", parameters.side));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tile,
                                config.limited(config.json, "tile_size", parameters.tile, 1, kMaxSide));
    parameters.side = std::max(size.width, size.height);
    if (parameters.side > kMaxSide || (!parameters.endsRows && size.width != size.height)) {
        return config.invalid(absl::StrCat("size is not a square of at most ", kMaxSide, " pixels a side"));
    }
    return readFill(config, parameters);
}

absl::Status readOcrTokens(const ProcessorConfig& config, OcrParameters& parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t patch,
                                config.limited(config.processor, "patch_size", 16, 1, kMaxSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t ratio,
                                config.limited(config.processor, "downsample_ratio", 4, 1, kMaxSide));
    const auto side = [&](std::int64_t length) {
        const double patches = parameters.endsRows ? static_cast<double>(length / patch)
                                                   : static_cast<double>(length) / static_cast<double>(patch);
        return static_cast<std::int64_t>(std::ceil(patches / static_cast<double>(ratio)));
    };
    parameters.sideTokens = side(parameters.side);
    parameters.tileTokens = side(parameters.tile);
    return absl::OkStatus();
}

} // namespace

// The numbers of tiles are the processor's, whatever the file says.
MadeImageRule makeDeepseekOcrRule(const ProcessorConfig& config)
{
    OcrParameters parameters;
    FIRSTLIGHT_RETURN_IF_ERROR(readOcr(config, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(readOcrTokens(config, parameters));
    return std::make_unique<OcrRule>(parameters);
}

MadeImageRule makeUnlimitedOcrRule(const ProcessorConfig& config)
{
    OcrParameters parameters;
    parameters.tile = 640;
    parameters.endsRows = true;
    FIRSTLIGHT_RETURN_IF_ERROR(readOcr(config, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(readOcrTokens(config, parameters));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minTiles, config.integer(config.json, "min_patches", 2));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles, config.limited(config.json, "max_patches", 32, 1, kMostTiles));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t stretchedUpTo,
                                config.integer(config.json, "maximum_pad_value", 640, 0));
    if (parameters.minTiles > parameters.maxTiles) {
        return config.invalid("min_patches is more than max_patches");
    }
    parameters.cut = config.flag("crop_to_patches", true);
    parameters.stretched = !parameters.cut && parameters.side <= stretchedUpTo;
    return std::make_unique<OcrRule>(parameters);
}

} // namespace firstlight::model
