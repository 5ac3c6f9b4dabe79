// MoonViT, Kimi's vision tower: pictures keep their size as far as the numbers of patches allow.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <cmath>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxEdge = std::int64_t{1} << 16;    // whatever a file asks for
constexpr std::int64_t kMaxPatches = std::int64_t{1} << 20; // whatever a file asks for

struct MoonVitParameters {
    std::int64_t patch = 14;
    std::int64_t merge = 2;
    std::int64_t maxPatches = 16384;
    std::int64_t sidePatches = 512;
};

// Never made larger; what is missing to whole merged patches is filled up at the right and at the bottom.
class MoonVitRule final : public ImageRule
{
public:
    explicit MoonVitRule(const MoonVitParameters& parameters) : m_parameters(parameters) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const std::int64_t unit = m_parameters.patch * m_parameters.merge;
        ImageStep step = wholePicture(picture, resized(picture));
        step.canvas = {covering(static_cast<double>(step.resized.width), unit),
                       covering(static_cast<double>(step.resized.height), unit)};
        ImageLayout layout = gridLayout(step.canvas, m_parameters.patch);
        layout.places.push_back(
            {{}, static_cast<std::int32_t>(step.canvas.width / unit * (step.canvas.height / unit))});
        layout.steps.push_back(step);
        return layout;
    }

private:
    PixelSize resized(const PixelSize& picture) const
    {
        const auto width = static_cast<double>(picture.width);
        const auto height = static_cast<double>(picture.height);
        const std::int64_t patches = std::max(std::int64_t{1}, picture.height / m_parameters.patch) *
                                     std::max(std::int64_t{1}, picture.width / m_parameters.patch);
        const auto side = static_cast<double>(m_parameters.sidePatches * m_parameters.patch);
        const double scale =
            std::min({1.0, std::sqrt(static_cast<double>(m_parameters.maxPatches) / static_cast<double>(patches)),
                      side / height, side / width});
        const auto scaled = [&](double length) {
            return static_cast<std::int64_t>(std::min(std::max(1.0, std::trunc(length * scale)), side));
        };
        return {scaled(width), scaled(height)};
    }

    MoonVitParameters m_parameters;
};

// The names of the release's own processor, or those of the reference.
absl::Status readMoonVitLimits(const ProcessorConfig& config, MoonVitParameters& parameters)
{
    const nlohmann::json& json = config.json;
    nlohmann::json own = json;
    if (const auto merge = own.find("merge_kernel_size");
        merge != own.end() && merge->is_array() && merge->size() == 2) {
        *merge = merge->front();
    }
    SizeSetting usual;
    usual.maxHeight = usual.maxWidth = parameters.sidePatches;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting sides, config.size("size", PlainSize::kSquare, usual));
    if (!sides.maxHeight || sides.maxHeight != sides.maxWidth) {
        return config.invalid("size needs a max_height and a max_width that are equal");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.integer(json, "patch_size", parameters.patch));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.merge, config.integer(own, "merge_kernel_size", parameters.merge));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.merge, config.integer(json, "merge_size", parameters.merge));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxPatches, config.integer(json, "in_patch_limit", parameters.maxPatches));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxPatches, config.integer(json, "max_patches", parameters.maxPatches));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.sidePatches,
                                config.integer(json, "patch_limit_on_one_side", *sides.maxHeight));
    return absl::OkStatus();
}

} // namespace

MadeImageRule makeMoonVitRule(const ProcessorConfig& config)
{
    MoonVitParameters parameters;
    FIRSTLIGHT_RETURN_IF_ERROR(readMoonVitLimits(config, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(config.checkPatch(std::max(parameters.patch, parameters.merge)));
    if (!config.flag("do_resize", true) || !config.json.value("fixed_output_tokens", nlohmann::json()).is_null()) {
        return config.unsupported("do_resize is off, or fixed_output_tokens is given");
    }
    parameters.maxPatches = std::min(parameters.maxPatches, kMaxPatches);
    parameters.sidePatches = std::min(parameters.sidePatches, kMaxEdge);
    return std::make_unique<MoonVitRule>(parameters);
}

} // namespace firstlight::model
