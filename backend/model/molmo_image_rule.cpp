// Molmo 2: an overview, then tiles of a canvas that overlap by a margin. Text says where rows of tokens end.
#include "backend/base/failure.h"
#include "backend/model/image_grids.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <string>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSide = std::int64_t{1} << 12;

struct MolmoParameters {
    std::int64_t tile = 378;
    std::int64_t patch = 14;
    std::int64_t maxTiles = 8;
    std::int64_t margin = 8; // patches that neighbours share
    PixelSize pooled{2, 2};  // patches that become a token
    bool endsRows = true;
    bool endsOverviewRows = true;
    std::string overviewBegin = "<low_res_im_start>";

    std::int64_t shared() const { return margin * patch; }
    std::int64_t window() const { return tile / patch * patch - shared(); }
};

class MolmoRule final : public ImageRule
{
public:
    explicit MolmoRule(MolmoParameters parameters) : m_parameters(std::move(parameters))
    {
        for (std::int64_t count = 1; count <= m_parameters.maxTiles; ++count) {
            for (std::int64_t rows = 1; rows <= count; ++rows) {
                if (count % rows == 0) {
                    m_grids.push_back({count / rows, rows});
                }
            }
        }
    }

    std::string placeholder() const override { return "<|image|>"; }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const TileGrid grid = gridOf(picture);
        const std::int64_t window = m_parameters.window();
        const PixelSize size{grid.columns * window + m_parameters.shared(), grid.rows * window + m_parameters.shared()};
        ImageLayout layout = gridLayout({m_parameters.tile, m_parameters.tile}, m_parameters.patch);
        ImageStep canvas = wholePicture(picture, size);
        canvas.sampling.widening = Widening::kNone;
        canvas.kept = false;
        ImageStep overview = wholePicture(picture, {m_parameters.tile, m_parameters.tile});
        overview.sampling.widening = Widening::kNone;
        layout.steps = {canvas, overview};
        for (std::int64_t i = 0; i < grid.count(); ++i) {
            ImageStep tile = wholePicture(overview.canvas, overview.canvas);
            tile.source = 0;
            tile.left = i % grid.columns * window;
            tile.top = i / grid.columns * window;
            layout.steps.push_back(tile);
        }
        addPlaces(size, layout);
        return layout;
    }

private:
    // The least enlargement; where all make the picture smaller, the largest. In single precision, as the reference.
    TileGrid gridOf(const PixelSize& picture) const
    {
        const auto scaleOnto = [&](const TileGrid& grid) {
            const auto ratio = [&](std::int64_t windows, std::int64_t length) {
                return static_cast<float>(windows * m_parameters.window()) /
                       static_cast<float>(length - m_parameters.shared());
            };
            return std::min(ratio(grid.rows, picture.height), ratio(grid.columns, picture.width));
        };
        const auto better = [](float scale, float best) {
            return best < 1.0F ? scale > best : scale >= 1.0F && scale < best;
        };
        TileGrid best = m_grids.front();
        for (const TileGrid& grid : m_grids) {
            best = better(scaleOnto(grid), scaleOnto(best)) ? grid : best;
        }
        return best;
    }

    PixelSize tokensOf(const PixelSize& canvas) const
    {
        const auto pooled = [&](std::int64_t length, std::int64_t by) {
            return (length / m_parameters.patch + by - 1) / by;
        };
        return {pooled(canvas.width, m_parameters.pooled.width), pooled(canvas.height, m_parameters.pooled.height)};
    }

    void addPlaces(const PixelSize& canvas, ImageLayout& layout) const
    {
        const PixelSize whole{m_parameters.tile, m_parameters.tile};
        addView(tokensOf(whole), m_parameters.overviewBegin, m_parameters.endsOverviewRows, layout);
        addView(tokensOf(canvas), "<im_end><im_start>", m_parameters.endsRows, layout);
        layout.places.push_back({std::string(m_parameters.endsRows ? "<im_col>" : "") + "<im_end>", 0});
    }

    // Up to the end of the last row, which the text behind it says.
    void addView(const PixelSize& tokens, const std::string& begin, bool endsRows, ImageLayout& layout) const
    {
        std::string before = begin;
        if (!layout.places.empty() && m_parameters.endsOverviewRows) {
            before = "<im_col>" + before;
        }
        for (std::int64_t row = 0; row < (endsRows ? tokens.height : 1); ++row) {
            const std::int64_t count = endsRows ? tokens.width : tokens.area();
            layout.places.push_back({before, static_cast<std::int32_t>(count)});
            before = "<im_col>";
        }
    }

    MolmoParameters m_parameters;
    std::vector<TileGrid> m_grids;
};

// A list of two whole numbers.
absl::StatusOr<PixelSize> readPair(const ProcessorConfig& config, const char* name, const PixelSize& usual,
                                   std::int64_t least)
{
    const nlohmann::json list = config.json.value(name, nlohmann::json());
    if (list.is_null()) {
        return usual;
    }
    const bool isPair =
        list.is_array() && list.size() == 2 && list[0].is_number_integer() && list[1].is_number_integer();
    const PixelSize pair =
        isPair ? PixelSize{list[1].get<std::int64_t>(), list[0].get<std::int64_t>()} : PixelSize{-1, -1};
    return std::min(pair.width, pair.height) >= least && std::max(pair.width, pair.height) <= kMaxSide
               ? absl::StatusOr<PixelSize>(pair)
               : config.invalid(absl::StrCat(name, " is not a list of two whole numbers of at least ", least));
}

absl::Status readMolmoTiles(const ProcessorConfig& config, MolmoParameters& parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tile, config.squareSide("size", parameters.tile, kMaxSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.limited(config.json, "patch_size", parameters.patch, 1, 1024));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles,
                                config.limited(config.json, "max_crops", parameters.maxTiles, 1, kMostTiles));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const PixelSize margins, readPair(config, "overlap_margins", {4, 4}, 0));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.pooled, readPair(config, "pooling_size", parameters.pooled, 1));
    parameters.margin = margins.width + margins.height;
    if (parameters.tile % parameters.patch != 0 || parameters.window() < 1) {
        return config.invalid("size is not a multiple of patch_size that is larger than overlap_margins");
    }
    return absl::OkStatus();
}

} // namespace

MadeImageRule makeMolmoRule(const ProcessorConfig& config)
{
    MolmoParameters parameters;
    FIRSTLIGHT_RETURN_IF_ERROR(readMolmoTiles(config, parameters));
    if (config.filter != ResizeFilter::kBilinear && config.filter != ResizeFilter::kBicubic) {
        return config.unsupported("resample is neither 2 (bilinear) nor 3 (bicubic)");
    }
    const nlohmann::json no(false);
    const nlohmann::json& own = config.processor;
    parameters.endsRows = own.value("image_use_col_tokens", nlohmann::json()) != no;
    const nlohmann::json overview = own.value("use_single_crop_col_tokens", nlohmann::json());
    parameters.endsOverviewRows = overview.is_null() ? parameters.endsRows : overview != no;
    if (own.value("use_single_crop_start_token", nlohmann::json()) == no) {
        parameters.overviewBegin = "<im_start>";
    }
    return std::make_unique<MolmoRule>(std::move(parameters));
}

} // namespace firstlight::model
