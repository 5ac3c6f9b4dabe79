// Idefics 3 and SmolVLM: enlarged to whole tiles, then an overview of the same size. Idefics 2: one picture, or its
// quarters and itself.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTokens = std::int64_t{1} << 16; // of a tile, whatever a file asks for
constexpr std::int64_t kMaxTiles = 1024;
constexpr std::int64_t kMaxEdge = std::int64_t{1} << 16;
constexpr std::int64_t kIdefics3Limit = 4096; // pixels a side, fixed in the reference

struct IdeficsParameters {
    SizeSetting size;
    bool resizes = true;
    bool splits = true;
    std::int64_t tile = 364;
    std::int64_t tokens = 169; // of a tile
    std::int64_t patch = 0;    // 0: the checkpoint does not say
    std::string fake = "<fake_token_around_image>";
    std::string overview = "<global-img>";
};

// The longer side becomes `longer`, the other one follows, down to a whole number.
PixelSize withLongerSide(const PixelSize& size, std::int64_t longer)
{
    const double ratio = static_cast<double>(size.width) / static_cast<double>(size.height);
    const auto side = static_cast<double>(longer);
    return size.width >= size.height ? PixelSize{longer, static_cast<std::int64_t>(side / ratio)}
                                     : PixelSize{static_cast<std::int64_t>(side * ratio), longer};
}

class Idefics3Rule final : public ImageRule
{
public:
    explicit Idefics3Rule(IdeficsParameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageLayout layout;
        if (m_parameters.resizes) {
            layout.steps.push_back(wholePicture(picture, firstSize(picture)));
            layout.steps.back().kept = false;
        }
        const PixelSize first = layout.steps.empty() ? picture : layout.steps.back().canvas;
        const PixelSize square{m_parameters.tile, m_parameters.tile};
        ImageStep tiles = nextStep(layout.steps, picture, m_parameters.splits ? wholeTiles(first) : square);
        tiles.columns = static_cast<std::int32_t>(tiles.canvas.width / m_parameters.tile);
        tiles.rows = static_cast<std::int32_t>(tiles.canvas.height / m_parameters.tile);
        if (std::int64_t{tiles.columns} * tiles.rows > kMaxTiles) {
            return refusedShape(picture, "this model would need too many tiles");
        }
        layout.steps.push_back(tiles);
        if (tiles.tileCount() > 1) {
            layout.steps.push_back(nextStep(layout.steps, picture, square));
        }
        addGrid(tiles.canvas, layout);
        addPlaces(tiles, layout);
        return layout;
    }

private:
    PixelSize firstSize(const PixelSize& picture) const
    {
        if (!m_parameters.size.longestEdge) {
            return {*m_parameters.size.width, *m_parameters.size.height};
        }
        PixelSize size = withLongerSide(picture, *m_parameters.size.longestEdge);
        std::int64_t& shorter = picture.width >= picture.height ? size.height : size.width;
        shorter = std::max(shorter + shorter % 2, std::int64_t{1});
        if (std::max(size.width, size.height) > kIdefics3Limit) {
            size = withLongerSide(size, kIdefics3Limit);
        }
        return {std::max(size.width, std::int64_t{1}), std::max(size.height, std::int64_t{1})};
    }

    // The longer side is enlarged to whole tiles, then the other one.
    PixelSize wholeTiles(const PixelSize& size) const
    {
        const std::int64_t longer = std::max(size.width, size.height);
        const PixelSize scaled = withLongerSide(size, covering(static_cast<double>(longer), m_parameters.tile));
        return {covering(static_cast<double>(scaled.width), m_parameters.tile),
                covering(static_cast<double>(scaled.height), m_parameters.tile)};
    }

    void addGrid(const PixelSize& canvas, ImageLayout& layout) const
    {
        if (m_parameters.patch > 0) {
            layout.gridWidth = static_cast<std::int32_t>(canvas.width / m_parameters.patch);
            layout.gridHeight = static_cast<std::int32_t>(canvas.height / m_parameters.patch);
        }
    }

    void addPlaces(const ImageStep& tiles, ImageLayout& layout) const
    {
        const auto tokens = static_cast<std::int32_t>(m_parameters.tokens);
        std::string before;
        for (std::int32_t i = 0; i < tiles.tileCount() && tiles.tileCount() > 1; ++i) {
            const std::int32_t row = i / tiles.columns + 1;
            const std::int32_t column = i % tiles.columns + 1;
            layout.places.push_back(
                {absl::StrCat(before, m_parameters.fake, "<row_", row, "_col_", column, ">"), tokens});
            before = column == tiles.columns ? "\n" : "";
        }
        before += tiles.tileCount() > 1 ? "\n" : "";
        layout.places.push_back({before + m_parameters.fake + m_parameters.overview, tokens});
        layout.places.push_back({m_parameters.fake, 0});
    }

    IdeficsParameters m_parameters;
};

class Idefics2Rule final : public ImageRule
{
public:
    explicit Idefics2Rule(IdeficsParameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageLayout layout;
        if (m_parameters.splits) {
            addQuarters(picture, layout);
        }
        layout.steps.push_back(wholePicture(picture, picture));
        for (ImageStep& step : layout.steps) {
            if (step.taken.area() == 0) {
                return refusedShape(picture, "they cannot be halved");
            }
            step.resized = step.canvas = m_parameters.resizes ? sizeOf(step.taken) : step.taken;
            layout.places.push_back({m_parameters.fake, static_cast<std::int32_t>(m_parameters.tokens)});
        }
        if (m_parameters.patch > 0) {
            layout.gridWidth = static_cast<std::int32_t>(layout.steps[0].canvas.width / m_parameters.patch);
            layout.gridHeight = static_cast<std::int32_t>(layout.steps[0].canvas.height / m_parameters.patch);
        }
        layout.places.push_back({m_parameters.fake, 0});
        layout.joint = m_parameters.fake;
        return layout;
    }

private:
    static void addQuarters(const PixelSize& picture, ImageLayout& layout)
    {
        const PixelSize middle{picture.width / 2, picture.height / 2};
        for (const std::int64_t top : {std::int64_t{0}, middle.height}) {
            for (const std::int64_t left : {std::int64_t{0}, middle.width}) {
                ImageStep step;
                step.left = left;
                step.top = top;
                step.taken = {left == 0 ? middle.width : picture.width - left,
                              top == 0 ? middle.height : picture.height - top};
                layout.steps.push_back(step);
            }
        }
    }

    // The longest edge is a limit, the shortest one is made up to at the cost of the shape.
    PixelSize sizeOf(const PixelSize& picture) const
    {
        const SizeSetting& setting = m_parameters.size;
        if (!setting.shortestEdge) {
            return {*setting.width, *setting.height};
        }
        const bool tooLong = std::max(picture.width, picture.height) > *setting.longestEdge;
        const PixelSize size = tooLong ? withLongerSide(picture, *setting.longestEdge) : picture;
        return {std::max(size.width, *setting.shortestEdge), std::max(size.height, *setting.shortestEdge)};
    }

    IdeficsParameters m_parameters;
};

absl::Status readCommon(const ProcessorConfig& config, std::int64_t usualTokens, bool splits,
                        IdeficsParameters& parameters)
{
    parameters.resizes = config.flag("do_resize", true);
    parameters.splits = config.flag("do_image_splitting", splits);
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tokens,
                                config.limited(config.processor, "image_seq_len", usualTokens, 1, kMaxTokens));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    const SizeSetting& size = parameters.size;
    return std::max(size.longestEdge.value_or(1), size.shortestEdge.value_or(1)) <= kMaxEdge
               ? absl::OkStatus()
               : config.invalid(absl::StrCat("size has an edge of more than ", kMaxEdge, " pixels"));
}

} // namespace

MadeImageRule makeIdefics3Rule(const ProcessorConfig& config)
{
    IdeficsParameters parameters;
    SizeSetting usual;
    usual.longestEdge = 4 * 364;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.size, config.size("size", PlainSize::kSquare, usual));
    FIRSTLIGHT_RETURN_IF_ERROR(readCommon(config, 169, true, parameters));
    if (!parameters.size.longestEdge && !(parameters.size.height && parameters.size.width)) {
        return config.invalid("size has neither a longest_edge nor height and width");
    }
    SizeSetting usualTile;
    usualTile.longestEdge = parameters.tile;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting tile, config.size("max_image_size", PlainSize::kSquare, usualTile));
    if (!tile.longestEdge || *tile.longestEdge > kIdefics3Limit) {
        return config.invalid(
            absl::StrCat("max_image_size has no longest_edge of at most ", kIdefics3Limit, " pixels"));
    }
    parameters.tile = *tile.longestEdge;
    if (config.type == "SmolVLMImageProcessor") {
        parameters.fake = config.token("fake_image_token", parameters.fake);
        parameters.overview = config.token("global_image_token", parameters.overview);
    }
    return std::make_unique<Idefics3Rule>(std::move(parameters));
}

MadeImageRule makeIdefics2Rule(const ProcessorConfig& config)
{
    IdeficsParameters parameters;
    SizeSetting usual;
    usual.shortestEdge = 378;
    usual.longestEdge = 980;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.size, config.size("size", PlainSize::kShortestEdge, usual));
    FIRSTLIGHT_RETURN_IF_ERROR(readCommon(config, 64, false, parameters));
    const bool edges = parameters.size.shortestEdge && parameters.size.longestEdge;
    if (!edges && !(parameters.size.height && parameters.size.width)) {
        return config.invalid("size has neither shortest_edge and longest_edge nor height and width");
    }
    parameters.fake = config.token("image_boundary_token", parameters.fake);
    return std::make_unique<Idefics2Rule>(std::move(parameters));
}

} // namespace firstlight::model
