// GLM 5: a canvas of whole merged patches within a budget of tokens; the picture keeps its shape, what is missing is
// filled up at the right and at the bottom.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <cmath>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTokens = std::int64_t{1} << 20; // whatever a file asks for

struct Glm5Parameters {
    std::int64_t patch = 14;
    std::int64_t merge = 2;
    std::int64_t expand = 1;
    std::int64_t minTokens = 16;
    std::int64_t maxTokens = 8000;

    std::int64_t factor() const { return patch * merge * expand; }
};

class Glm5Rule final : public ImageRule
{
public:
    explicit Glm5Rule(const Glm5Parameters& parameters) : m_parameters(parameters) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        ImageStep step = wholePicture(picture, {});
        step.canvas = canvasOf(picture);
        step.resized = contentOf(picture, step.canvas);
        ImageLayout layout = gridLayout(step.canvas, m_parameters.patch);
        layout.steps.push_back(step);
        const std::int64_t patches = std::int64_t{layout.gridWidth} * layout.gridHeight;
        layout.places.push_back({{}, static_cast<std::int32_t>(patches / (m_parameters.merge * m_parameters.merge))});
        return layout;
    }

private:
    std::int64_t aligned(double length) const { return covering(length, m_parameters.factor()); }
    std::int64_t pixels(std::int64_t tokens) const { return tokens * m_parameters.factor() * m_parameters.factor(); }

    PixelSize canvasOf(const PixelSize& picture) const
    {
        const auto width = static_cast<double>(picture.width);
        const auto height = static_cast<double>(picture.height);
        PixelSize canvas{aligned(width), aligned(height)};
        if (canvas.area() < pixels(m_parameters.minTokens)) {
            const double grow =
                std::sqrt(static_cast<double>(pixels(m_parameters.minTokens)) / static_cast<double>(picture.area()));
            canvas = {aligned(std::max(1.0, std::ceil(width * grow))),
                      aligned(std::max(1.0, std::ceil(height * grow)))};
        }
        return canvas.area() > pixels(m_parameters.maxTokens) ? withinBudget(picture) : canvas;
    }

    // The highest canvas of the picture's shape that the budget allows, found by halving as the reference does.
    PixelSize withinBudget(const PixelSize& picture) const
    {
        PixelSize best{m_parameters.factor(), m_parameters.factor()};
        std::int64_t low = 1;
        std::int64_t high = picture.height;
        while (low <= high) {
            const std::int64_t middle = (low + high) / 2;
            const double width = static_cast<double>(picture.width * middle) / static_cast<double>(picture.height);
            const PixelSize canvas{aligned(std::max(1.0, std::floor(width))), aligned(static_cast<double>(middle))};
            if (canvas.area() <= pixels(m_parameters.maxTokens)) {
                best = canvas;
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return best;
    }

    // Only pictures below the least number of tokens are enlarged.
    PixelSize contentOf(const PixelSize& picture, const PixelSize& canvas) const
    {
        double scale = std::min(static_cast<double>(canvas.height) / static_cast<double>(picture.height),
                                static_cast<double>(canvas.width) / static_cast<double>(picture.width));
        scale = picture.area() >= pixels(m_parameters.minTokens) ? std::min(1.0, scale) : scale;
        const auto content = [scale](std::int64_t length, std::int64_t most) {
            const auto whole = static_cast<std::int64_t>(std::floor(static_cast<double>(length) * scale));
            return std::max(std::int64_t{1}, std::min(most, whole));
        };
        return {content(picture.width, canvas.width), content(picture.height, canvas.height)};
    }

    Glm5Parameters m_parameters;
};

} // namespace

MadeImageRule makeGlm5Rule(const ProcessorConfig& config)
{
    const nlohmann::json& json = config.json;
    Glm5Parameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.limited(json, "patch_size", 14, 1, 1024));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.merge, config.limited(json, "merge_size", 2, 1, 64));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.expand, config.limited(json, "patch_expand_factor", 1, 1, 64));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minTokens, config.limited(json, "min_image_tokens", 16, 1, kMaxTokens));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTokens, config.limited(json, "max_image_tokens", 8000, 1, kMaxTokens));
    FIRSTLIGHT_RETURN_IF_ERROR(config.limited(json, "temporal_patch_size", 2, 1, 64).status());
    if (parameters.minTokens > parameters.maxTokens) {
        return config.invalid("min_image_tokens is more than max_image_tokens");
    }
    if (!config.flag("do_resize", true)) {
        return config.unsupported("do_resize is off");
    }
    return std::make_unique<Glm5Rule>(parameters);
}

} // namespace firstlight::model
