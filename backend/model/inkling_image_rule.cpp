// Inkling: pictures keep their size, or are scaled by a factor of the file, and come in small patches. There is always
// one column more than the width needs. Inkling 2 never scales and has no such column.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace firstlight::model {

namespace {

constexpr double kMaxFactor = 1024.0; // whatever a file asks for

struct InklingParameters {
    std::int64_t patch = 40;
    std::optional<double> factor; // of the longer edge
    std::optional<std::int64_t> limit = 2048;
};

class Inkling2Rule final : public ImageRule
{
public:
    explicit Inkling2Rule(const PixelSize& patch) : m_patch(patch) {}

    Backdrop backdrop() const override { return Backdrop::kBoard; }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageStep step = wholePicture(picture, picture);
        step.canvas = {covering(static_cast<double>(picture.width), m_patch.width),
                       covering(static_cast<double>(picture.height), m_patch.height)};
        ImageLayout layout;
        layout.gridWidth = static_cast<std::int32_t>(step.canvas.width / m_patch.width);
        layout.gridHeight = static_cast<std::int32_t>(step.canvas.height / m_patch.height);
        layout.steps.push_back(step);
        layout.places.push_back({{}, layout.gridWidth * layout.gridHeight});
        return layout;
    }

private:
    PixelSize m_patch;
};

class InklingRule final : public ImageRule
{
public:
    explicit InklingRule(const InklingParameters& parameters) : m_parameters(parameters) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageStep step = wholePicture(picture, scaled(picture));
        step.canvas = {(step.resized.width / m_parameters.patch + 1) * m_parameters.patch,
                       covering(static_cast<double>(step.resized.height), m_parameters.patch)};
        ImageLayout layout = gridLayout(step.canvas, m_parameters.patch);
        layout.steps.push_back(step);
        layout.places.push_back({{}, layout.gridWidth * layout.gridHeight});
        return layout;
    }

private:
    // The limit only holds for what grows.
    PixelSize scaled(const PixelSize& picture) const
    {
        if (!m_parameters.factor) {
            return picture;
        }
        const auto longer = static_cast<double>(std::max(picture.width, picture.height));
        double target = longer * *m_parameters.factor;
        if (m_parameters.limit) {
            target = std::min(target, std::max(static_cast<double>(*m_parameters.limit), longer));
        }
        const double ratio = target / longer;
        const auto side = [ratio](std::int64_t length) {
            return static_cast<std::int64_t>(std::floor(static_cast<double>(length) * ratio + 0.5));
        };
        return {side(picture.width), side(picture.height)};
    }

    InklingParameters m_parameters;
};

} // namespace

MadeImageRule makeInkling2Rule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const PixelSize patch, config.tileSize("size", 40));
    FIRSTLIGHT_RETURN_IF_ERROR(config.checkPatch(std::max(patch.width, patch.height)));
    return std::make_unique<Inkling2Rule>(patch);
}

MadeImageRule makeInklingRule(const ProcessorConfig& config)
{
    InklingParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const PixelSize patch, config.tileSize("size", parameters.patch));
    if (patch.width != patch.height || !config.flag("do_resize", true)) {
        return config.unsupported("size is not a square, or do_resize is off");
    }
    FIRSTLIGHT_RETURN_IF_ERROR(config.checkPatch(patch.width));
    parameters.patch = patch.width;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const double factor, config.number(config.json, "rescale_image_frac", 0.0));
    if (!config.json.value("rescale_image_frac", nlohmann::json()).is_null()) {
        parameters.factor = factor;
    }
    if (factor < 0.0 || factor > kMaxFactor || (parameters.factor && factor == 0.0)) {
        return config.invalid("rescale_image_frac is not above 0 and at most 1024");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.limit,
                                config.integer(config.json, "rescale_image_max_upscaled_long_edge", 2048));
    return std::make_unique<InklingRule>(parameters);
}

} // namespace firstlight::model
