// Gemma 4: pictures keep their shape and become as many pooled patches as a budget allows.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace firstlight::model {

namespace {

struct Gemma4Parameters {
    std::int64_t patch = 16;
    std::int64_t pool = 3;
    std::int64_t maxTokens = 280;
    std::string begin;
    std::string end;
};

// The largest size of the same shape that pools to at most so many tokens.
class Gemma4Rule final : public ImageRule
{
public:
    explicit Gemma4Rule(Gemma4Parameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const std::int64_t unit = m_parameters.patch * m_parameters.pool;
        const std::int64_t budget = m_parameters.maxTokens * unit * unit;
        const double factor = std::sqrt(static_cast<double>(budget) / static_cast<double>(picture.area()));
        const auto units = [&](std::int64_t length) {
            return static_cast<std::int64_t>(
                std::floor(factor * static_cast<double>(length) / static_cast<double>(unit)));
        };
        PixelSize size{units(picture.width) * unit, units(picture.height) * unit};
        if (size.height == 0) {
            size = {std::min(picture.width / picture.height, m_parameters.maxTokens) * unit, unit};
        } else if (size.width == 0) {
            size = {unit, std::min(picture.height / picture.width, m_parameters.maxTokens) * unit};
        }
        if (size.area() == 0 || size.area() > budget) {
            return refusedShape(picture, "this model cannot take so long a shape");
        }
        ImageLayout layout = gridLayout(size, m_parameters.patch);
        layout.steps.push_back(wholePicture(picture, size));
        layout.places.push_back({m_parameters.begin, static_cast<std::int32_t>(size.area() / (unit * unit))});
        layout.places.push_back({m_parameters.end, 0});
        return layout;
    }

private:
    Gemma4Parameters m_parameters;
};

} // namespace

MadeImageRule makeGemma4Rule(const ProcessorConfig& config)
{
    constexpr std::array<std::int64_t, 5> kBudgets = {70, 140, 280, 560, 1120};
    Gemma4Parameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.integer(config.json, "patch_size", parameters.patch));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.pool, config.integer(config.json, "pooling_kernel_size", parameters.pool));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTokens,
                                config.integer(config.json, "max_soft_tokens", parameters.maxTokens));
    FIRSTLIGHT_RETURN_IF_ERROR(config.checkPatch(std::max(parameters.patch, parameters.pool)));
    if (std::find(kBudgets.begin(), kBudgets.end(), parameters.maxTokens) == kBudgets.end()) {
        return config.invalid("max_soft_tokens is none of 70, 140, 280, 560 and 1120");
    }
    if (!config.flag("do_resize", true)) {
        return config.unsupported("do_resize is off");
    }
    parameters.begin = config.token("boi_token", "<|image>");
    parameters.end = config.token("eoi_token", "<image|>");
    return std::make_unique<Gemma4Rule>(std::move(parameters));
}

} // namespace firstlight::model
