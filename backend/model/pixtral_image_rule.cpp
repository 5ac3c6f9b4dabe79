// Pixtral: the longest edge is limited, and a token ends each row of patches.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxEdge = std::int64_t{1} << 16; // whatever a file asks for

struct PixtralParameters {
    PixelSize limit{1024, 1024};
    std::int64_t patch = 16;
    std::int64_t merge = 1;
    std::string rowEnd;
    std::string end;
};

// Made smaller until it is within the limit, then stretched to whole merged patches.
class PixtralRule final : public ImageRule
{
public:
    explicit PixtralRule(PixtralParameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        auto width = static_cast<double>(picture.width);
        auto height = static_cast<double>(picture.height);
        const double ratio = std::max(height / static_cast<double>(m_parameters.limit.height),
                                      width / static_cast<double>(m_parameters.limit.width));
        if (ratio > 1.0) {
            width = std::floor(width / ratio);
            height = std::floor(height / ratio);
        }
        if (width < 1.0 || height < 1.0) {
            return refusedShape(picture, "this model cannot take so long a shape");
        }
        const std::int64_t unit = m_parameters.patch * m_parameters.merge;
        const PixelSize size{covering(width, unit), covering(height, unit)};
        ImageLayout layout = gridLayout(size, m_parameters.patch);
        layout.steps.push_back(wholePicture(picture, size));
        for (std::int64_t row = 0; row < size.height / unit; ++row) {
            layout.places.push_back(
                {row > 0 ? m_parameters.rowEnd : std::string(), static_cast<std::int32_t>(size.width / unit)});
        }
        layout.places.push_back({m_parameters.end, 0});
        return layout;
    }

private:
    PixtralParameters m_parameters;
};

// processor_config.json's patch size counts in merged patches, where it has one.
absl::Status readPixtralPatch(const ProcessorConfig& config, PixtralParameters& parameters)
{
    const bool processorKnows =
        config.processor.contains("patch_size") || config.processor.contains("spatial_merge_size");
    if (processorKnows) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.integer(config.processor, "patch_size", 16));
        FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.merge, config.integer(config.processor, "spatial_merge_size", 1));
        return absl::OkStatus();
    }
    SizeSetting usual;
    usual.height = usual.width = 16;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting patch, config.size("patch_size", PlainSize::kSquare, usual));
    if (!patch.height || patch.height != patch.width) {
        return config.unsupported("patch_size is not square");
    }
    parameters.patch = *patch.height;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.merge, config.integer(config.model, "spatial_merge_size", 1));
    return absl::OkStatus();
}

} // namespace

MadeImageRule makePixtralRule(const ProcessorConfig& config)
{
    PixtralParameters parameters;
    SizeSetting usual;
    usual.longestEdge = 1024;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting size, config.size("size", PlainSize::kSquare, usual));
    parameters.limit = {size.longestEdge.value_or(size.width.value_or(0)),
                        size.longestEdge.value_or(size.height.value_or(0))};
    if (parameters.limit.area() == 0 || std::max(parameters.limit.width, parameters.limit.height) > kMaxEdge) {
        return config.invalid(absl::StrCat("size has no longest_edge of at most ", kMaxEdge, " pixels"));
    }
    if (!config.flag("do_resize", true) || config.flag("do_center_crop", false)) {
        return config.unsupported("do_resize is off, or do_center_crop is on");
    }
    FIRSTLIGHT_RETURN_IF_ERROR(readPixtralPatch(config, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(config.checkPatch(std::max(parameters.patch, parameters.merge)));
    parameters.rowEnd = config.token("image_break_token", "[IMG_BREAK]");
    parameters.end = config.token("image_end_token", "[IMG_END]");
    return std::make_unique<PixtralRule>(std::move(parameters));
}

} // namespace firstlight::model
