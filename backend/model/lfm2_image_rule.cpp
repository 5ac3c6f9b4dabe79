// LFM2-VL: small pictures keep about their size; large ones come as tiles, and as a whole with as many tokens as a
// small one may have.
#include "backend/base/failure.h"
#include "backend/model/image_grids.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSide = std::int64_t{1} << 14;
constexpr std::int64_t kMaxTokens = std::int64_t{1} << 20;

struct Lfm2Parameters {
    std::int64_t patch = 16;
    std::int64_t merge = 2;
    std::int64_t minTokens = 64;
    std::int64_t maxTokens = 256;
    std::int64_t tile = 512;
    std::int64_t minTiles = 2;
    std::int64_t maxTiles = 10;
    double tolerance = 2.0;
    bool thumbnail = true;
    bool named = true; // tokens around and between the tiles
    std::string begin;
    std::string overview;
    std::string end;

    std::int64_t factor() const { return patch * merge; }
    std::int64_t tokens(const PixelSize& size) const
    {
        const auto side = [&](std::int64_t length) { return (length / patch + merge - 1) / merge; };
        return side(size.width) * side(size.height);
    }
};

class Lfm2Rule final : public ImageRule
{
public:
    explicit Lfm2Rule(Lfm2Parameters parameters)
        : m_parameters(std::move(parameters)), m_grids(allowedGrids(m_parameters.minTiles, m_parameters.maxTiles))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const PixelSize whole = wholeSize(picture);
        const bool cut = m_parameters.maxTiles > 1 && isLarge(picture);
        const PixelSize tile{m_parameters.tile, m_parameters.tile};
        const TileGrid grid = cut ? closestGrid(picture, tile, m_grids) : TileGrid{};
        ImageLayout layout;
        if (cut && m_parameters.thumbnail && grid.count() > 1 && patches(whole) > maxPatches()) {
            return refusedShape(picture, "this model cannot take so long a shape");
        }
        if (cut) {
            layout.steps.push_back(gridStep(picture, tile, grid));
        }
        if (!cut || (m_parameters.thumbnail && grid.count() > 1)) {
            layout.steps.push_back(wholePicture(picture, whole));
        }
        layout.gridWidth = static_cast<std::int32_t>(layout.steps[0].canvas.width / m_parameters.patch);
        layout.gridHeight = static_cast<std::int32_t>(layout.steps[0].canvas.height / m_parameters.patch);
        addPlaces(grid, whole, layout);
        return layout;
    }

private:
    std::int64_t patches(const PixelSize& size) const
    {
        return size.width / m_parameters.patch * (size.height / m_parameters.patch);
    }

    // That tiles and thumbnail are padded to.
    std::int64_t maxPatches() const
    {
        return std::max(m_parameters.maxTokens * m_parameters.merge * m_parameters.merge,
                        patches({m_parameters.tile, m_parameters.tile}));
    }

    std::int64_t pixels(std::int64_t tokens) const { return tokens * m_parameters.factor() * m_parameters.factor(); }

    std::int64_t nearest(std::int64_t length, std::int64_t least) const
    {
        const auto factor = static_cast<double>(m_parameters.factor());
        const double units = std::nearbyint(static_cast<double>(length) / factor);
        return std::max(least, static_cast<std::int64_t>(units) * m_parameters.factor());
    }

    bool isLarge(const PixelSize& picture) const
    {
        const PixelSize size{nearest(picture.width, m_parameters.patch), nearest(picture.height, m_parameters.patch)};
        return static_cast<double>(size.area()) >
               static_cast<double>(pixels(m_parameters.maxTokens)) * m_parameters.tolerance;
    }

    // Multiples of the factor that have the wanted number of tokens.
    PixelSize wholeSize(const PixelSize& picture) const
    {
        const std::int64_t unit = m_parameters.factor();
        const PixelSize size{nearest(picture.width, unit), nearest(picture.height, unit)};
        const auto area = static_cast<double>(picture.area());
        const auto scaled = [unit](double length, double (*round)(double)) {
            return static_cast<std::int64_t>(round(length / static_cast<double>(unit))) * unit;
        };
        const auto width = static_cast<double>(picture.width);
        const auto height = static_cast<double>(picture.height);
        if (size.area() > pixels(m_parameters.maxTokens)) {
            const double shrink = std::sqrt(area / static_cast<double>(pixels(m_parameters.maxTokens)));
            return {std::max(unit, scaled(width / shrink, std::floor)),
                    std::max(unit, scaled(height / shrink, std::floor))};
        }
        if (size.area() < pixels(m_parameters.minTokens)) {
            const double grow = std::sqrt(static_cast<double>(pixels(m_parameters.minTokens)) / area);
            return {scaled(width * grow, std::ceil), scaled(height * grow, std::ceil)};
        }
        return size;
    }

    void addPlaces(const TileGrid& grid, const PixelSize& whole, ImageLayout& layout) const
    {
        std::string before = named(m_parameters.begin);
        const auto add = [&](const std::string& name, const PixelSize& size) {
            layout.places.push_back({before + named(name), static_cast<std::int32_t>(m_parameters.tokens(size))});
            before.clear();
        };
        for (std::int64_t i = 0; i < grid.count() && grid.count() > 1; ++i) {
            add(absl::StrCat("<|img_row_", i / grid.columns + 1, "_col_", i % grid.columns + 1, "|>"),
                {m_parameters.tile, m_parameters.tile});
        }
        if (grid.count() == 1 || m_parameters.thumbnail) {
            add(grid.count() == 1 ? std::string() : m_parameters.overview, whole);
        }
        if (m_parameters.named) {
            layout.places.push_back({m_parameters.end, 0});
        }
    }

    std::string named(const std::string& text) const { return m_parameters.named ? text : std::string(); }

    Lfm2Parameters m_parameters;
    std::vector<TileGrid> m_grids;
};

absl::Status readLfm2Tiles(const ProcessorConfig& config, Lfm2Parameters& parameters)
{
    const nlohmann::json& json = config.json;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tile, config.limited(json, "tile_size", parameters.tile, 1, kMaxSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minTiles, config.integer(json, "min_tiles", parameters.minTiles));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles, config.limited(json, "max_tiles", 10, 1, kMostTiles));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tolerance,
                                config.number(json, "max_pixels_tolerance", parameters.tolerance));
    parameters.thumbnail = config.flag("use_thumbnail", true);
    if (!config.flag("do_image_splitting", true)) {
        parameters.minTiles = parameters.maxTiles = 1;
    }
    return parameters.minTiles <= parameters.maxTiles ? absl::OkStatus()
                                                      : config.invalid("min_tiles is more than max_tiles");
}

absl::Status readLfm2Tokens(const ProcessorConfig& config, Lfm2Parameters& parameters)
{
    const nlohmann::json& json = config.json;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.limited(json, "encoder_patch_size", 16, 1, 1024));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.merge, config.limited(json, "downsample_factor", 2, 1, 64));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minTokens, config.integer(json, "min_image_tokens", 64));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTokens, config.limited(json, "max_image_tokens", 256, 1, kMaxTokens));
    return parameters.minTokens <= parameters.maxTokens
               ? absl::OkStatus()
               : config.invalid("min_image_tokens is more than max_image_tokens");
}

} // namespace

MadeImageRule makeLfm2Rule(const ProcessorConfig& config)
{
    Lfm2Parameters parameters;
    FIRSTLIGHT_RETURN_IF_ERROR(readLfm2Tokens(config, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(readLfm2Tiles(config, parameters));
    if (parameters.tile % parameters.patch != 0) {
        return config.invalid("tile_size is not a multiple of encoder_patch_size");
    }
    parameters.named = config.processor.value("use_image_special_tokens", nlohmann::json()) != nlohmann::json(false);
    parameters.begin = config.token("image_start_token", "<|image_start|>");
    parameters.overview = config.token("image_thumbnail_token", "<|img_thumbnail|>");
    parameters.end = config.token("image_end_token", "<|image_end|>");
    return std::make_unique<Lfm2Rule>(std::move(parameters));
}

} // namespace firstlight::model
