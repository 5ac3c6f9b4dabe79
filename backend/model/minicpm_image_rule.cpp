// MiniCPM-V: an overview of about the area of one slice, then the slices of a grid, whose sides are multiples of the
// patches that become a token.
#include "backend/base/failure.h"
#include "backend/model/image_grids.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSlices = 256; // whatever a file asks for
constexpr std::int64_t kMaxSide = std::int64_t{1} << 12;

struct MiniCpmParameters {
    std::int64_t maxSlices = 9;
    std::int64_t resolution = 448;
    std::int64_t patch = 14;
    std::int64_t merge = 4; // patches in each direction that become a token
    bool slices = true;
    bool enlarges = true; // pictures that are not sliced
    std::optional<NumberTokens> number;
    std::string begin;
    std::string end;
    std::string sliceBegin;
    std::string sliceEnd;
};

// The nearest multiple, one at least.
std::int64_t multipleOf(double length, std::int64_t unit)
{
    return std::max(static_cast<std::int64_t>(std::nearbyint(length / static_cast<double>(unit))) * unit, unit);
}

class MiniCpmRule final : public ImageRule
{
public:
    explicit MiniCpmRule(MiniCpmParameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const std::optional<TileGrid> grid = m_parameters.slices ? gridOf(picture) : std::nullopt;
        const auto width = static_cast<double>(picture.width);
        const auto height = static_cast<double>(picture.height);
        const PixelSize whole = sizeOf(width, height, !grid && m_parameters.enlarges);
        ImageLayout layout = gridLayout(whole, m_parameters.patch);
        layout.number = m_parameters.number;
        layout.steps.push_back(wholePicture(picture, whole));
        if (grid) {
            const auto across = static_cast<double>(multipleOf(width, grid->columns) / grid->columns);
            const auto down = static_cast<double>(multipleOf(height, grid->rows) / grid->rows);
            layout.steps.push_back(gridStep(picture, sizeOf(across, down, true), *grid));
        }
        addPlaces(layout);
        return layout;
    }

private:
    // About the area of a slice where the picture is larger, or may be enlarged.
    PixelSize sizeOf(double width, double height, bool enlarges) const
    {
        const auto resolution = static_cast<double>(m_parameters.resolution);
        if (width * height > resolution * resolution || enlarges) {
            const double shape = width / height;
            height = std::floor(resolution / std::sqrt(shape));
            width = std::floor(height * shape);
        }
        const std::int64_t unit = m_parameters.patch * m_parameters.merge;
        return {multipleOf(width, unit), multipleOf(height, unit)};
    }

    // About as many slices as the area needs, in the nearest shape; of equally near ones that with more rows.
    std::optional<TileGrid> gridOf(const PixelSize& picture) const
    {
        const double ratio = static_cast<double>(picture.area()) /
                             static_cast<double>(m_parameters.resolution * m_parameters.resolution);
        const auto wanted =
            static_cast<std::int64_t>(std::min(std::ceil(ratio), static_cast<double>(m_parameters.maxSlices)));
        if (wanted <= 1) {
            return std::nullopt;
        }
        TileGrid best;
        double least = std::numeric_limits<double>::infinity();
        for (std::int64_t slices = wanted - 1; slices <= std::min(wanted + 1, m_parameters.maxSlices); ++slices) {
            for (std::int64_t rows = 1; rows <= slices && slices > 1; ++rows) {
                const TileGrid grid{slices / rows, rows};
                if (grid.count() != slices) {
                    continue;
                }
                const double off = std::abs(logOf(picture.width, picture.height) - logOf(grid.columns, grid.rows));
                if (off < least || (off == least && rows > best.rows)) {
                    least = off;
                    best = grid;
                }
            }
        }
        return best;
    }

    static double logOf(std::int64_t width, std::int64_t height)
    {
        return std::log(static_cast<double>(width) / static_cast<double>(height));
    }

    std::int32_t tokensOf(const PixelSize& tile) const
    {
        const std::int64_t unit = m_parameters.patch * m_parameters.merge;
        return static_cast<std::int32_t>(tile.width / unit * (tile.height / unit));
    }

    void addPlaces(ImageLayout& layout) const
    {
        layout.places.push_back({m_parameters.begin, tokensOf(layout.steps.front().tile())});
        std::string before = m_parameters.end;
        if (layout.steps.size() > 1) {
            const ImageStep& slices = layout.steps.back();
            for (std::int32_t i = 0; i < slices.tileCount(); ++i) {
                before += i > 0 && i % slices.columns == 0 ? "\n" : "";
                layout.places.push_back({before + m_parameters.sliceBegin, tokensOf(slices.tile())});
                before = m_parameters.sliceEnd;
            }
        }
        layout.places.push_back({before, 0});
    }

    MiniCpmParameters m_parameters;
};

void readText(const ProcessorConfig& config, MiniCpmParameters& parameters)
{
    parameters.begin = config.token("image_start_token", "<image>");
    parameters.end = config.token("image_end_token", "</image>");
    parameters.sliceBegin = config.token("slice_start_token", "<slice>");
    parameters.sliceEnd = config.token("slice_end_token", "</slice>");
    if (config.flag("use_image_id", true)) {
        parameters.number = NumberTokens{config.token("image_id_start_token", "<image_id>"),
                                         config.token("image_id_end_token", "</image_id>")};
    }
}

} // namespace

MadeImageRule makeMiniCpmRule(const ProcessorConfig& config)
{
    MiniCpmParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxSlices,
                                config.limited(config.json, "max_slice_nums", parameters.maxSlices, 1, kMaxSlices));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.resolution,
                                config.limited(config.json, "scale_resolution", parameters.resolution, 1, kMaxSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.limited(config.json, "patch_size", parameters.patch, 1, 1024));
    parameters.slices = config.flag("slice_mode", true);
    const bool isOcr = config.type == "MiniCPMOcrImageProcessor";
    parameters.merge = config.json.value("downsample_mode", nlohmann::json(isOcr ? "4x" : "16x")) == "4x" ? 2 : 4;
    const nlohmann::json enlarging = config.json.value("small_image_upsize", nlohmann::json("always"));
    if (!config.flag("do_resize", true) || (isOcr && enlarging == "adaptive")) {
        return config.unsupported("do_resize is off, or small_image_upsize is \"adaptive\", which looks for small "
                                  "letters in the picture");
    }
    parameters.enlarges = !isOcr || enlarging == "always";
    readText(config, parameters);
    return std::make_unique<MiniCpmRule>(std::move(parameters));
}

} // namespace firstlight::model
