// SigLIP 2: pictures keep their shape and become at most so many patches.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <algorithm>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxPatches = std::int64_t{1} << 20; // whatever a file asks for

// The largest scale that gives no more than `maxPatches` patches, found by halving as the reference does.
class NaflexRule final : public ImageRule
{
public:
    NaflexRule(std::int64_t patch, std::int64_t maxPatches) : m_patch(patch), m_maxPatches(maxPatches) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        constexpr double kPrecision = 1e-5;
        double fits = kPrecision / 10;
        double tooMuch = 100.0;
        while (tooMuch - fits >= kPrecision) {
            const double scale = (fits + tooMuch) / 2;
            (patchesAt(scale, picture) <= m_maxPatches ? fits : tooMuch) = scale;
        }
        const PixelSize size = sizeAt(fits, picture);
        ImageLayout layout = gridLayout(size, m_patch);
        layout.steps.push_back(wholePicture(picture, size));
        layout.places.push_back({{}, layout.gridWidth * layout.gridHeight});
        return layout;
    }

private:
    PixelSize sizeAt(double scale, const PixelSize& picture) const
    {
        return {std::max(m_patch, covering(static_cast<double>(picture.width) * scale, m_patch)),
                std::max(m_patch, covering(static_cast<double>(picture.height) * scale, m_patch))};
    }
    std::int64_t patchesAt(double scale, const PixelSize& picture) const
    {
        const PixelSize size = sizeAt(scale, picture);
        return size.width / m_patch * (size.height / m_patch);
    }

    std::int64_t m_patch;
    std::int64_t m_maxPatches;
};

} // namespace

MadeImageRule makeNaflexRule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t patch, config.integer(config.json, "patch_size", 16));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t patches,
                                config.limited(config.json, "max_num_patches", 256, 1, kMaxPatches));
    FIRSTLIGHT_RETURN_IF_ERROR(config.checkPatch(patch));
    if (!config.flag("do_resize", true)) {
        return config.unsupported("do_resize is off");
    }
    return std::make_unique<NaflexRule>(patch, patches);
}

} // namespace firstlight::model
