// Aria: the longer side fills a square; where it is switched on, the picture comes in parts of the best resolution.
#include "backend/base/failure.h"
#include "backend/model/image_resolutions.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTokens = std::int64_t{1} << 16; // of a tile, whatever a file asks for
constexpr std::int64_t kMaxTiles = 1024;

struct AriaParameters {
    std::int64_t side = 980;
    std::int64_t minSide = 336;
    std::vector<PixelSize> resolutions; // none: pictures are not split
    std::int64_t tokens = 256;          // of a tile
    std::int64_t patch = 0;             // 0: the checkpoint does not say
};

class AriaRule final : public ImageRule
{
public:
    explicit AriaRule(AriaParameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageLayout layout;
        addParts(picture, layout);
        const std::int32_t tiles = layout.tileCount();
        if (tiles > kMaxTiles) {
            return refusedShape(picture, "this model would need too many tiles");
        }
        if (m_parameters.patch > 0) {
            layout.gridWidth = layout.gridHeight = static_cast<std::int32_t>(m_parameters.side / m_parameters.patch);
        }
        layout.places.push_back({{}, tiles * static_cast<std::int32_t>(m_parameters.tokens)});
        return layout;
    }

private:
    void addParts(const PixelSize& picture, ImageLayout& layout) const
    {
        if (m_parameters.resolutions.empty()) {
            layout.steps.push_back(square(wholePicture(picture, picture)));
            return;
        }
        ImageStep whole = fittedStep(picture, bestResolution(picture, m_parameters.resolutions));
        whole.kept = false;
        layout.steps.push_back(whole);
        for (std::int64_t top = 0; top < whole.canvas.height; top += m_parameters.side) {
            for (std::int64_t left = 0; left < whole.canvas.width; left += m_parameters.side) {
                ImageStep part;
                part.source = 0;
                part.left = left;
                part.top = top;
                part.taken = {std::min(m_parameters.side, whole.canvas.width - left),
                              std::min(m_parameters.side, whole.canvas.height - top)};
                layout.steps.push_back(square(part));
            }
        }
    }

    // The longer side fills the square, the other one at least a part of it.
    ImageStep square(ImageStep step) const
    {
        const std::int64_t side = m_parameters.side;
        const double scale =
            static_cast<double>(side) / static_cast<double>(std::max(step.taken.width, step.taken.height));
        const auto shorter = [&](std::int64_t length) {
            return std::max(static_cast<std::int64_t>(static_cast<double>(length) * scale), m_parameters.minSide);
        };
        step.resized = step.taken.width >= step.taken.height ? PixelSize{side, shorter(step.taken.height)}
                                                             : PixelSize{shorter(step.taken.width), side};
        step.canvas = {side, side};
        return step;
    }

    AriaParameters m_parameters;
};

std::vector<PixelSize> usualResolutions()
{
    constexpr std::int64_t kUnit = 490;
    constexpr std::pair<int, int> kRowsAndColumns[] = {{1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}, {1, 7}, {1, 8},
                                                       {2, 4}, {2, 3}, {2, 2}, {2, 1}, {3, 1}, {3, 2}, {4, 1},
                                                       {4, 2}, {5, 1}, {6, 1}, {7, 1}, {8, 1}};
    std::vector<PixelSize> resolutions;
    for (const auto& [rows, columns] : kRowsAndColumns) {
        resolutions.push_back({columns * kUnit, rows * kUnit});
    }
    return resolutions;
}

// How many tokens a tile of this side has: two sides are known, a file may name others.
absl::Status readAriaTokens(const ProcessorConfig& config, AriaParameters& parameters)
{
    const nlohmann::json usual{{"490", 128}, {"980", 256}};
    const nlohmann::json own = config.processor.value("size_conversion", nlohmann::json());
    const std::string side = absl::StrCat(parameters.side);
    const nlohmann::json& table = own.is_object() ? own : usual;
    if (!table.contains(side)) {
        return config.invalidIn(config.processor, "size_conversion has no entry for max_image_size, " + side);
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.tokens, config.limited(table, side.c_str(), 256, 1, kMaxTokens));
    return absl::OkStatus();
}

} // namespace

MadeImageRule makeAriaRule(const ProcessorConfig& config)
{
    AriaParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.side, config.integer(config.json, "max_image_size", parameters.side));
    if (parameters.side != 490 && parameters.side != 980) {
        return config.invalid(absl::StrCat("max_image_size is ", parameters.side, ", neither 490 nor 980"));
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minSide,
                                config.limited(config.json, "min_image_size", parameters.minSide, 1, parameters.side));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.towerPatch());
    if (config.flag("split_image", false)) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.resolutions,
                                    readResolutions(config, "split_resolutions", usualResolutions(), {1, 1}));
    }
    FIRSTLIGHT_RETURN_IF_ERROR(readAriaTokens(config, parameters));
    return std::make_unique<AriaRule>(std::move(parameters));
}

} // namespace firstlight::model
