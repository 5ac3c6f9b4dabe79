// Phi-4-multimodal: the picture on a canvas of whole tiles, with white at the right or below. An overview of that
// canvas, then its tiles. Two patches in each direction become a token; those of the white do not count.
#include "backend/base/failure.h"
#include "backend/model/image_grids.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSide = std::int64_t{1} << 12;
constexpr std::int64_t kLeastSide = 10;        // of a resized picture, fixed in the reference
constexpr std::int64_t kOverviewTokens = 256;  // likewise, of whatever size tiles are
constexpr std::int64_t kOverviewNewlines = 16; // likewise

struct Phi4Parameters {
    std::int64_t tile = 448;
    std::int64_t patch = 14;
    std::int64_t maxTiles = 36;
    ResizeFilter overviewFilter = ResizeFilter::kBicubic;
};

class Phi4Rule final : public ImageRule
{
public:
    explicit Phi4Rule(const Phi4Parameters& parameters)
        : m_parameters(parameters), m_grids(allowedGrids(1, parameters.maxTiles))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const TileGrid grid = gridOf(picture);
        ImageStep canvas = gridStep(picture, {m_parameters.tile, m_parameters.tile}, grid);
        canvas.resized = fitted(picture, canvas.canvas);
        if (std::min(canvas.resized.width, canvas.resized.height) < kLeastSide) {
            return refusedShape(picture,
                                absl::StrCat("this model would make a side less than ", kLeastSide, " pixels long"));
        }
        canvas.fill = {255, 255, 255};
        canvas.sampling.filter = ResizeFilter::kBilinear;
        canvas.kept = false;
        ImageLayout layout = gridLayout(canvas.canvas, m_parameters.patch);
        layout.steps = {canvas, overview(canvas), tiles(canvas)};
        layout.places.push_back({{}, static_cast<std::int32_t>(tokens(canvas))});
        return layout;
    }

private:
    // As many tiles as cover the picture; where these are too many, the nearest shape.
    TileGrid gridOf(const PixelSize& picture) const
    {
        const std::int64_t side = m_parameters.tile;
        const TileGrid covered{(picture.width + side - 1) / side, (picture.height + side - 1) / side};
        return covered.count() > m_parameters.maxTiles ? closestGrid(picture, {side, side}, m_grids) : covered;
    }

    static PixelSize fitted(const PixelSize& picture, const PixelSize& canvas)
    {
        const double across = static_cast<double>(canvas.width) / static_cast<double>(picture.width);
        const double down = static_cast<double>(canvas.height) / static_cast<double>(picture.height);
        const auto scaled = [](std::int64_t length, double scale) {
            return static_cast<std::int64_t>(static_cast<double>(length) * scale);
        };
        return across < down ? PixelSize{canvas.width, scaled(picture.height, across)}
                             : PixelSize{scaled(picture.width, down), canvas.height};
    }

    // Resized after it was normalized, so that there are fractions.
    ImageStep overview(const ImageStep& canvas) const
    {
        ImageStep step = wholePicture(canvas.canvas, {m_parameters.tile, m_parameters.tile});
        step.source = 0;
        step.sampling.filter = m_parameters.overviewFilter;
        step.sampling.widening = Widening::kNone;
        step.sampling.keepsFractions = canvas.columns * canvas.rows > 1;
        return step;
    }

    static ImageStep tiles(const ImageStep& canvas)
    {
        ImageStep step = wholePicture(canvas.canvas, canvas.canvas);
        step.source = 0;
        step.columns = canvas.columns;
        step.rows = canvas.rows;
        return step;
    }

    // Every other patch of each tile, up to the white that fills whole patches.
    std::int64_t counted(std::int64_t canvas, std::int64_t resized) const
    {
        const std::int64_t patches = m_parameters.tile / m_parameters.patch; // of a tile
        const std::int64_t used =
            canvas / m_parameters.tile * patches - (canvas - resized) / m_parameters.patch; // of the canvas
        return used / patches * ((patches + 1) / 2) + (used % patches + 1) / 2;
    }

    // A token ends each row, and one stands between overview and tiles.
    std::int64_t tokens(const ImageStep& canvas) const
    {
        const std::int64_t rows = counted(canvas.canvas.height, canvas.resized.height);
        const std::int64_t columns = counted(canvas.canvas.width, canvas.resized.width);
        return kOverviewTokens + kOverviewNewlines + 1 + rows * (columns + 1);
    }

    Phi4Parameters m_parameters;
    std::vector<TileGrid> m_grids;
};

} // namespace

MadeImageRule makePhi4Rule(const ProcessorConfig& config)
{
    Phi4Parameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tile, config.squareSide("size", parameters.tile, kMaxSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.limited(config.json, "patch_size", parameters.patch, 1, 1024));
    if (parameters.tile % parameters.patch != 0) {
        return config.invalid("size is not a multiple of patch_size");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles,
                                config.limited(config.json, "dynamic_hd", parameters.maxTiles, 1, kMostTiles));
    if (config.filter != ResizeFilter::kBilinear && config.filter != ResizeFilter::kBicubic) {
        return config.unsupported("resample is neither 2 (bilinear) nor 3 (bicubic)");
    }
    parameters.overviewFilter = config.filter;
    return std::make_unique<Phi4Rule>(parameters);
}

} // namespace firstlight::model
