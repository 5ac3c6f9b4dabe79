// InternVL and GOT-OCR: a grid of tiles with about the picture's shape, then a thumbnail.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTiles = 256;                    // whatever a file asks for
constexpr std::int64_t kMaxTokens = std::int64_t{1} << 16; // of a tile

struct InternParameters {
    PixelSize tile;
    bool cut = false; // else a picture is one tile
    bool thumbnail = true;
    std::int64_t minTiles = 1;
    std::int64_t maxTiles = 12;
    std::int64_t patch = 0; // 0: the checkpoint does not say
    std::int64_t tokensPerTile = 256;
    std::string begin;
    std::string end;
    std::string placeholder;
};

struct Grid {
    std::int64_t columns = 1;
    std::int64_t rows = 1;
};

// All grids of the allowed numbers of tiles, fewest tiles first, then narrowest.
std::vector<Grid> allowedGrids(const InternParameters& parameters)
{
    std::vector<Grid> grids;
    for (std::int64_t columns = 1; columns <= parameters.maxTiles; ++columns) {
        for (std::int64_t rows = 1; columns * rows <= parameters.maxTiles; ++rows) {
            if (columns * rows >= parameters.minTiles) {
                grids.push_back({columns, rows});
            }
        }
    }
    std::stable_sort(grids.begin(), grids.end(),
                     [](const Grid& a, const Grid& b) { return a.columns * a.rows < b.columns * b.rows; });
    return grids;
}

class InternRule final : public ImageRule
{
public:
    explicit InternRule(InternParameters parameters)
        : m_parameters(std::move(parameters)), m_grids(allowedGrids(m_parameters))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const PixelSize& tile = m_parameters.tile;
        const Grid grid = m_parameters.cut ? bestGrid(picture) : Grid{};
        ImageStep tiles = wholePicture(picture, {tile.width * grid.columns, tile.height * grid.rows});
        tiles.columns = static_cast<std::int32_t>(grid.columns);
        tiles.rows = static_cast<std::int32_t>(grid.rows);
        ImageLayout layout;
        layout.steps.push_back(tiles);
        if (m_parameters.thumbnail && tiles.tileCount() > 1) {
            layout.steps.push_back(wholePicture(picture, tile));
        }
        if (m_parameters.patch > 0) {
            layout.gridWidth = static_cast<std::int32_t>(tiles.canvas.width / m_parameters.patch);
            layout.gridHeight = static_cast<std::int32_t>(tiles.canvas.height / m_parameters.patch);
        }
        layout.places = {
            {m_parameters.begin, static_cast<std::int32_t>(m_parameters.tokensPerTile) * layout.tileCount()},
            {m_parameters.end, 0}};
        return layout;
    }

    std::string placeholder() const override { return m_parameters.placeholder; }

private:
    // The grid whose shape is nearest. Of two equally near ones the later, if the picture is large enough for it.
    Grid bestGrid(const PixelSize& picture) const
    {
        const double shape = static_cast<double>(picture.width) / static_cast<double>(picture.height);
        double least = std::numeric_limits<double>::infinity();
        Grid best;
        for (const Grid& grid : m_grids) {
            const double off = std::abs(shape - static_cast<double>(grid.columns) / static_cast<double>(grid.rows));
            const double half = 0.5 * static_cast<double>(m_parameters.tile.area() * grid.columns * grid.rows);
            if (off < least || (off == least && static_cast<double>(picture.area()) > half)) {
                least = off;
                best = grid;
            }
        }
        return best;
    }

    InternParameters m_parameters;
    std::vector<Grid> m_grids;
};

absl::Status checkTiles(const ProcessorConfig& config, const InternParameters& parameters)
{
    if (parameters.minTiles > parameters.maxTiles || parameters.maxTiles > kMaxTiles ||
        parameters.tokensPerTile > kMaxTokens) {
        return config.invalid("the numbers of tiles, or of tokens of a tile, make no sense");
    }
    return absl::OkStatus();
}

// Patches of a tile, four of them (at a ratio of one half) pooled into a token.
absl::Status readPooledTokens(const ProcessorConfig& config, InternParameters& parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const double ratio, config.number(config.model, "downsample_ratio", 0.5));
    if (!(ratio > 0.0 && ratio <= 1.0) || parameters.patch == 0) {
        return config.invalid("config.json has no patch_size, or downsample_ratio makes no sense");
    }
    const auto side = static_cast<double>(parameters.tile.width / parameters.patch);
    parameters.tokensPerTile = static_cast<std::int64_t>(side * side * ratio * ratio);
    return absl::OkStatus();
}

} // namespace

MadeImageRule makeInternRule(const ProcessorConfig& config)
{
    InternParameters parameters;
    SizeSetting usual;
    usual.height = usual.width = 384;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting size, config.size("size", PlainSize::kSquare, usual));
    parameters.tile = {size.width.value_or(0), size.height.value_or(0)};
    const bool intern = config.modelType() == "internvl" || config.word("processor_class") == "InternVLProcessor" ||
                        config.json.value("processor_class", nlohmann::json()) == "InternVLProcessor";
    parameters.cut = intern || config.flag("crop_to_patches", false);
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minTiles, config.integer(config.json, "min_patches", 1));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles, config.integer(config.json, "max_patches", 12));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t usualTokens, config.integer(config.model, "image_seq_length", 256));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tokensPerTile,
                                config.integer(config.processor, "image_seq_length", usualTokens));
    if (parameters.tile.area() == 0 || !config.flag("do_resize", true)) {
        return config.unsupported("do_resize is off, or size has no height and width");
    }
    FIRSTLIGHT_RETURN_IF_ERROR(checkTiles(config, parameters));
    parameters.begin = config.token("start_image_token", "<img>");
    parameters.end = config.token("end_image_token", "</img>");
    return std::make_unique<InternRule>(std::move(parameters));
}

MadeImageRule makeInternChatRule(const ProcessorConfig& config)
{
    const nlohmann::json& model = config.model;
    InternParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t towerSize,
                                config.integer(model.value("vision_config", nlohmann::json()), "image_size", 448));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t side, config.integer(model, "force_image_size", towerSize));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minTiles, config.integer(model, "min_dynamic_patch", 1));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles, config.integer(model, "max_dynamic_patch", 6));
    if (side > (1 << 14)) {
        return config.invalid("config.json asks for tiles that are too large");
    }
    parameters.tile = {side, side};
    parameters.cut = model.value("dynamic_image_size", nlohmann::json()) == nlohmann::json(true);
    parameters.thumbnail = model.value("use_thumbnail", nlohmann::json()) == nlohmann::json(true);
    FIRSTLIGHT_RETURN_IF_ERROR(readPooledTokens(config, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(checkTiles(config, parameters));
    parameters.begin = "<img>";
    parameters.end = "</img>";
    parameters.placeholder = "<image>";
    return std::make_unique<InternRule>(std::move(parameters));
}

} // namespace firstlight::model
