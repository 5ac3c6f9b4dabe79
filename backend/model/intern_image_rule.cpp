// InternVL, Aya Vision and GOT-OCR: a grid of tiles with about the picture's shape, then a thumbnail.
#include "backend/base/failure.h"
#include "backend/model/image_grids.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTokens = std::int64_t{1} << 16; // of a tile
constexpr std::int64_t kGotTokens = 256;                   // of a tile of GOT-OCR, whatever its files say
constexpr std::int64_t kMaxSide = std::int64_t{1} << 14;

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
    std::string tileName; // empty: tiles have no names
    std::string overviewName;
    std::string placeholder;
};

class InternRule final : public ImageRule
{
public:
    explicit InternRule(InternParameters parameters)
        : m_parameters(std::move(parameters)), m_grids(allowedGrids(m_parameters.minTiles, m_parameters.maxTiles))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const PixelSize& tile = m_parameters.tile;
        const TileGrid grid = m_parameters.cut ? closestGrid(picture, tile, m_grids) : TileGrid{};
        const ImageStep tiles = gridStep(picture, tile, grid);
        ImageLayout layout;
        layout.steps.push_back(tiles);
        if (m_parameters.thumbnail && tiles.tileCount() > 1) {
            layout.steps.push_back(wholePicture(picture, tile));
        }
        if (m_parameters.patch > 0) {
            layout.gridWidth = static_cast<std::int32_t>(tiles.canvas.width / m_parameters.patch);
            layout.gridHeight = static_cast<std::int32_t>(tiles.canvas.height / m_parameters.patch);
        }
        addPlaces(layout);
        return layout;
    }

    std::string placeholder() const override { return m_parameters.placeholder; }

private:
    // One text around all tiles, or Aya's: a name before each tile.
    void addPlaces(ImageLayout& layout) const
    {
        const auto tokens = static_cast<std::int32_t>(m_parameters.tokensPerTile);
        if (m_parameters.tileName.empty()) {
            layout.places = {{m_parameters.begin, tokens * layout.tileCount()}, {m_parameters.end, 0}};
            return;
        }
        std::string before = m_parameters.begin;
        for (std::int32_t tile = 1; tile < layout.tileCount(); ++tile) {
            layout.places.push_back({absl::StrCat(before, m_parameters.tileName, "_", tile), tokens});
            before.clear();
        }
        layout.places.push_back({before + m_parameters.overviewName, tokens});
        layout.places.push_back({m_parameters.end, 0});
    }

    InternParameters m_parameters;
    std::vector<TileGrid> m_grids;
};

// Patches of a tile, four of them (at a ratio of one half) pooled into a token.
absl::Status readPooledTokens(const ProcessorConfig& config, InternParameters& parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const double ratio, config.number(config.model, "downsample_ratio", 0.5));
    if (!(ratio > 0.0 && ratio <= 1.0) || parameters.patch == 0) {
        return config.invalidIn(config.model,
                                "patch_size of vision_config is missing, or downsample_ratio is not above 0 "
                                "and at most 1");
    }
    const auto side = static_cast<double>(parameters.tile.width / parameters.patch);
    parameters.tokensPerTile = static_cast<std::int64_t>(side * side * ratio * ratio);
    return absl::OkStatus();
}

absl::Status readTileNumbers(const nlohmann::json& object, const char* least, const char* most, std::int64_t usualMost,
                             const ProcessorConfig& config, InternParameters& parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minTiles, config.integer(object, least, 1));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTiles, config.limited(object, most, usualMost, 1, kMostTiles));
    return parameters.minTiles <= parameters.maxTiles
               ? absl::OkStatus()
               : config.invalidIn(object, absl::StrCat(least, " is more than ", most));
}

absl::Status readInternText(const ProcessorConfig& config, InternParameters& parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t usual,
                                config.limited(config.model, "image_seq_length", 256, 1, kMaxTokens));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tokensPerTile,
                                config.limited(config.processor, "image_seq_length", usual, 1, kMaxTokens));
    parameters.begin = config.token("start_image_token", "<img>");
    parameters.end = config.token("end_image_token", "</img>");
    return absl::OkStatus();
}

absl::Status readAyaText(const ProcessorConfig& config, InternParameters& parameters)
{
    const nlohmann::json& own = config.processor;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t patch, config.limited(own, "patch_size", 28, 1, kMaxSide));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t factor, config.limited(own, "downsample_factor", 1, 1, 64));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t side, config.limited(own, "img_size", 364, 1, kMaxSide));
    const std::int64_t patches = side / (patch * factor);
    if (patches < 1 || patches * patches > kMaxTokens) {
        return config.invalidIn(own, absl::StrCat("img_size ", side, " does not hold 1 to ", kMaxTokens, " patches of ",
                                                  patch * factor, " pixels (patch_size times downsample_factor)"));
    }
    parameters.tokensPerTile = patches * patches;
    parameters.begin = config.token("start_of_img_token", "<|START_OF_IMG|>");
    parameters.end = config.token("end_of_img_token", "<|END_OF_IMG|>");
    parameters.tileName = config.token("tile_token", "TILE");
    parameters.overviewName = config.token("tile_global_token", "TILE_GLOBAL");
    parameters.placeholder = config.token("image_token", "<image>");
    return absl::OkStatus();
}

} // namespace

MadeImageRule makeInternRule(const ProcessorConfig& config)
{
    InternParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tile, config.tileSize("size", 384));
    const bool aya = config.modelType() == "aya_vision" || config.processorClass() == "AyaVisionProcessor";
    parameters.cut = config.flag("crop_to_patches", false);
    FIRSTLIGHT_RETURN_IF_ERROR(readTileNumbers(config.json, "min_patches", "max_patches", 12, config, parameters));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    if (!parameters.cut && !config.flag("do_resize", true)) {
        return config.unsupported("do_resize is off");
    }
    FIRSTLIGHT_RETURN_IF_ERROR(aya ? readAyaText(config, parameters) : readInternText(config, parameters));
    const bool got = config.modelType() == "got_ocr2" || config.processorClass() == "GotOcr2Processor";
    parameters.tokensPerTile = got ? kGotTokens : parameters.tokensPerTile;
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
    FIRSTLIGHT_RETURN_IF_ERROR(readTileNumbers(model, "min_dynamic_patch", "max_dynamic_patch", 6, config, parameters));
    if (side > (1 << 14)) {
        return config.invalidIn(model, "force_image_size, or image_size of vision_config, is more than 16384 pixels");
    }
    parameters.tile = {side, side};
    parameters.cut = model.value("dynamic_image_size", nlohmann::json()) == nlohmann::json(true);
    parameters.thumbnail = model.value("use_thumbnail", nlohmann::json()) == nlohmann::json(true);
    FIRSTLIGHT_RETURN_IF_ERROR(readPooledTokens(config, parameters));
    parameters.begin = "<img>";
    parameters.end = "</img>";
    parameters.placeholder = "<image>";
    return std::make_unique<InternRule>(std::move(parameters));
}

} // namespace firstlight::model
