// Families whose pictures keep their shape and become as many patches as fit: SigLIP 2, Pixtral, MoonViT, Gemma 4.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxPatch = 1024; // whatever a file asks for
constexpr std::int64_t kMaxPatches = std::int64_t{1} << 20;
constexpr std::int64_t kMaxEdge = std::int64_t{1} << 16;

// The length of as many pieces of `unit` as cover `length`.
std::int64_t covering(double length, std::int64_t unit)
{
    return static_cast<std::int64_t>(std::ceil(length / static_cast<double>(unit))) * unit;
}

ImageLayout gridLayout(const PixelSize& canvas, std::int64_t patch)
{
    ImageLayout layout;
    layout.gridWidth = static_cast<std::int32_t>(canvas.width / patch);
    layout.gridHeight = static_cast<std::int32_t>(canvas.height / patch);
    return layout;
}

absl::Status tooLong(const PixelSize& picture)
{
    return absl::InvalidArgumentError(absl::StrCat("its sides are ", picture.width, " x ", picture.height,
                                                   "; this model cannot take so long a shape"));
}

absl::Status checkPatch(const ProcessorConfig& config, std::int64_t patch)
{
    return patch <= kMaxPatch ? absl::OkStatus() : config.invalid("patch_size makes no sense");
}

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

struct PixtralParameters
{
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
            return tooLong(picture);
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

struct MoonVitParameters
{
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

struct Gemma4Parameters
{
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
            return tooLong(picture);
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

MadeImageRule makeNaflexRule(const ProcessorConfig& config)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t patch, config.integer(config.json, "patch_size", 16));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t patches, config.integer(config.json, "max_num_patches", 256));
    FIRSTLIGHT_RETURN_IF_ERROR(checkPatch(config, patch));
    if (patches > kMaxPatches || !config.flag("do_resize", true)) {
        return config.unsupported("do_resize is off, or max_num_patches makes no sense");
    }
    return std::make_unique<NaflexRule>(patch, patches);
}

MadeImageRule makePixtralRule(const ProcessorConfig& config)
{
    PixtralParameters parameters;
    SizeSetting usual;
    usual.longestEdge = 1024;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting size, config.size("size", PlainSize::kSquare, usual));
    parameters.limit = {size.longestEdge.value_or(size.width.value_or(0)),
                        size.longestEdge.value_or(size.height.value_or(0))};
    if (parameters.limit.area() == 0 || std::max(parameters.limit.width, parameters.limit.height) > kMaxEdge) {
        return config.invalid("size has no sensible longest_edge");
    }
    if (!config.flag("do_resize", true) || config.flag("do_center_crop", false)) {
        return config.unsupported("do_resize is off, or do_center_crop is on");
    }
    FIRSTLIGHT_RETURN_IF_ERROR(readPixtralPatch(config, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(checkPatch(config, std::max(parameters.patch, parameters.merge)));
    parameters.rowEnd = config.token("image_break_token", "[IMG_BREAK]");
    parameters.end = config.token("image_end_token", "[IMG_END]");
    return std::make_unique<PixtralRule>(std::move(parameters));
}

MadeImageRule makeMoonVitRule(const ProcessorConfig& config)
{
    MoonVitParameters parameters;
    FIRSTLIGHT_RETURN_IF_ERROR(readMoonVitLimits(config, parameters));
    FIRSTLIGHT_RETURN_IF_ERROR(checkPatch(config, std::max(parameters.patch, parameters.merge)));
    if (!config.flag("do_resize", true) || !config.json.value("fixed_output_tokens", nlohmann::json()).is_null()) {
        return config.unsupported("do_resize is off, or fixed_output_tokens is given");
    }
    parameters.maxPatches = std::min(parameters.maxPatches, kMaxPatches);
    parameters.sidePatches = std::min(parameters.sidePatches, kMaxEdge);
    return std::make_unique<MoonVitRule>(parameters);
}

MadeImageRule makeGemma4Rule(const ProcessorConfig& config)
{
    constexpr std::array<std::int64_t, 5> kBudgets = {70, 140, 280, 560, 1120};
    Gemma4Parameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.integer(config.json, "patch_size", parameters.patch));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.pool, config.integer(config.json, "pooling_kernel_size", parameters.pool));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTokens,
                                config.integer(config.json, "max_soft_tokens", parameters.maxTokens));
    FIRSTLIGHT_RETURN_IF_ERROR(checkPatch(config, std::max(parameters.patch, parameters.pool)));
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
