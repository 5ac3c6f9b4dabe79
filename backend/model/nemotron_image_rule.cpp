// Nemotron-H Omni: the nearest grid of patches, whole tokens a side, within a budget. Resized in fractions.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxPatches = std::int64_t{1} << 20; // whatever a file asks for
constexpr std::int64_t kOtherTokens = 4;                    // of a context, fixed in the reference

struct NemotronParameters {
    std::int64_t patch = 16;
    std::int64_t merge = 2;
    std::int64_t minPatches = 1024;
    std::int64_t maxPatches = 13312; // 0: as many as the context holds
    std::int64_t context = 16384;
    std::string begin;
    std::string end;
};

struct PatchGrid {
    std::int64_t rows = 0;
    std::int64_t columns = 0;

    std::int64_t count() const { return rows * columns; }
};

class NemotronRule final : public ImageRule
{
public:
    explicit NemotronRule(NemotronParameters parameters) : m_parameters(std::move(parameters)) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override { return layoutAmong(picture, 1); }

    absl::StatusOr<ImageLayout> layoutAmong(const PixelSize& picture, int pictures) const override
    {
        const PatchGrid grid = gridOf(picture, budget(pictures));
        const PixelSize size{grid.columns * m_parameters.patch, grid.rows * m_parameters.patch};
        ImageLayout layout = gridLayout(size, m_parameters.patch);
        layout.steps.push_back(wholePicture(picture, size));
        layout.steps.back().sampling.keepsFractions = size != picture;
        const std::int64_t tokens = grid.count() / (m_parameters.merge * m_parameters.merge);
        layout.places = {{m_parameters.begin, static_cast<std::int32_t>(tokens)}, {m_parameters.end, 0}};
        return layout;
    }

private:
    std::int64_t budget(int pictures) const
    {
        std::int64_t patches = std::max((m_parameters.context - kOtherTokens) * m_parameters.merge * m_parameters.merge,
                                        m_parameters.minPatches * pictures);
        patches = m_parameters.maxPatches > 0 ? std::min(patches, m_parameters.maxPatches) : patches;
        return std::max(patches, m_parameters.minPatches);
    }

    PatchGrid gridOf(const PixelSize& picture, std::int64_t most) const
    {
        const auto patches = [&](std::int64_t length) {
            const double exact = static_cast<double>(length) / static_cast<double>(m_parameters.patch);
            return static_cast<std::int64_t>(std::nearbyint(exact + 0.5));
        };
        PatchGrid grid{patches(picture.height), patches(picture.width)};
        const auto scaled = [](double factor, std::int64_t side, double (*round)(double)) {
            return static_cast<std::int64_t>(round(factor * static_cast<double>(side)));
        };
        const double shrink = std::min(rootOf(most, grid.count()), 1.0);
        grid = {scaled(shrink, grid.rows, std::floor), scaled(shrink, grid.columns, std::floor)};
        if (most > m_parameters.minPatches && grid.count() < m_parameters.minPatches && grid.count() > 0) {
            const double grow = rootOf(m_parameters.minPatches, grid.count());
            grid = {scaled(grow, grid.rows, std::ceil), scaled(grow, grid.columns, std::ceil)};
        }
        grid.rows = wholeTokens(grid.rows, grid.columns, most);
        grid.columns = wholeTokens(grid.columns, grid.rows, most);
        return grid;
    }

    static double rootOf(std::int64_t wanted, std::int64_t found)
    {
        return std::sqrt(static_cast<double>(wanted) / static_cast<double>(found));
    }

    // Made longer where the budget allows it.
    std::int64_t wholeTokens(std::int64_t side, std::int64_t other, std::int64_t most) const
    {
        const std::int64_t over = side % m_parameters.merge;
        const std::int64_t longer = side + m_parameters.merge - over;
        if (over == 0) {
            return side;
        }
        return longer * other <= most ? longer : std::max(m_parameters.merge, side - over);
    }

    NemotronParameters m_parameters;
};

} // namespace

MadeImageRule makeNemotronRule(const ProcessorConfig& config)
{
    NemotronParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.limited(config.json, "patch_size", parameters.patch, 1, 1024));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const double ratio, config.number(config.json, "downsample_ratio", 0.5));
    if (!(ratio > 1.0 / 64.0 && ratio <= 1.0)) {
        return config.invalid("downsample_ratio is not a number of 1/64 to 1");
    }
    parameters.merge = static_cast<std::int64_t>(std::nearbyint(1.0 / ratio));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minPatches,
                                config.limited(config.json, "min_num_patches", parameters.minPatches, 1, kMaxPatches));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxPatches,
                                config.limited(config.json, "max_num_patches", parameters.maxPatches, 0, kMaxPatches));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.context,
                                config.limited(config.json, "max_model_len", parameters.context, 1, kMaxPatches));
    parameters.begin = config.token("image_start_token", "<img>");
    parameters.end = config.token("image_end_token", "</img>");
    return std::make_unique<NemotronRule>(std::move(parameters));
}

} // namespace firstlight::model
