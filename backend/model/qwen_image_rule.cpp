// Qwen2-VL and its descendants: any aspect ratio, sides that are multiples of patch times merge size, an area between
// two limits.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace firstlight::model {

namespace {

constexpr double kMaxAspectRatio = 200.0;
constexpr std::int64_t kMaxPixels = std::int64_t{1} << 26; // whatever a file asks for

// What comes before all else where a side is shorter than one merged patch.
enum class Enlarging { kNone, kByOneScale, kSideBySide };

struct QwenParameters {
    std::int64_t patch = 14;
    std::int64_t merge = 2;
    std::int64_t expanded = 1; // sides are multiples of so many merged patches
    std::int64_t minPixels = 56 * 56;
    std::int64_t maxPixels = 28 * 28 * 1280;
    std::int64_t frames = 1;      // that a picture counts as in the limits
    std::int64_t rowTokens = 0;   // in addition, at the end of each row
    std::int64_t extraTokens = 0; // in addition, once
    Enlarging enlarging = Enlarging::kNone;
    bool oldLimits = true; // min_pixels and max_pixels count, too

    std::int64_t factor() const { return patch * merge * expanded; }
};

// The reference's smart_resize: the nearest multiples of the factor, the area brought within the limits.
PixelSize smartSize(double width, double height, const QwenParameters& parameters)
{
    const auto multiple = static_cast<double>(parameters.factor());
    const auto frames = static_cast<double>(parameters.frames);
    const auto toMultiples = [&](double (*round)(double), double x, double y) {
        return PixelSize{static_cast<std::int64_t>(round(x / multiple)) * parameters.factor(),
                         static_cast<std::int64_t>(round(y / multiple)) * parameters.factor()};
    };
    const PixelSize nearest = toMultiples([](double x) { return std::nearbyint(x); }, width, height);
    if (parameters.frames * nearest.area() > parameters.maxPixels) {
        const double shrink = std::sqrt(frames * width * height / static_cast<double>(parameters.maxPixels));
        const PixelSize smaller = toMultiples([](double x) { return std::floor(x); }, width / shrink, height / shrink);
        return {std::max(parameters.factor(), smaller.width), std::max(parameters.factor(), smaller.height)};
    }
    if (parameters.frames * nearest.area() < parameters.minPixels) {
        const double grow = std::sqrt(static_cast<double>(parameters.minPixels) / (frames * width * height));
        return toMultiples([](double x) { return std::ceil(x); }, width * grow, height * grow);
    }
    return nearest;
}

class QwenRule final : public ImageRule
{
public:
    explicit QwenRule(const QwenParameters& parameters) : m_parameters(parameters) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const PixelSize start = enlarged(picture);
        const auto longer = static_cast<double>(std::max(start.width, start.height));
        const auto shorter = static_cast<double>(std::min(start.width, start.height));
        if (longer / shorter > kMaxAspectRatio) {
            return refusedShape(picture, absl::StrCat("this model takes at most ", kMaxAspectRatio, " : 1"));
        }
        const PixelSize size =
            smartSize(static_cast<double>(start.width), static_cast<double>(start.height), m_parameters);
        ImageLayout layout;
        layout.steps.push_back(wholePicture(picture, size));
        layout.gridWidth = static_cast<std::int32_t>(size.width / m_parameters.patch);
        layout.gridHeight = static_cast<std::int32_t>(size.height / m_parameters.patch);
        const std::int64_t side = m_parameters.patch * m_parameters.merge; // of a token
        const std::int64_t rows = size.height / side;
        const std::int64_t tokens = rows * (size.width / side + m_parameters.rowTokens) + m_parameters.extraTokens;
        layout.places.push_back({{}, static_cast<std::int32_t>(tokens)});
        return layout;
    }

private:
    PixelSize enlarged(const PixelSize& picture) const
    {
        const std::int64_t factor = m_parameters.factor();
        const auto width = static_cast<double>(picture.width);
        const auto height = static_cast<double>(picture.height);
        if (m_parameters.enlarging == Enlarging::kSideBySide) {
            return enlargedSideBySide(picture, factor);
        }
        if (m_parameters.enlarging == Enlarging::kNone || std::min(picture.width, picture.height) >= factor) {
            return picture;
        }
        const double scale = std::max(static_cast<double>(factor) / height, static_cast<double>(factor) / width);
        return {static_cast<std::int64_t>(width * scale), static_cast<std::int64_t>(height * scale)};
    }

    static PixelSize enlargedSideBySide(PixelSize size, std::int64_t factor)
    {
        const auto times = [factor](std::int64_t length, std::int64_t by) {
            return static_cast<std::int64_t>(
                std::nearbyint(static_cast<double>(length * factor) / static_cast<double>(by)));
        };
        if (size.height < factor) {
            size = {times(size.width, size.height), factor};
        }
        if (size.width < factor) {
            size = {factor, times(size.height, size.width)};
        }
        return size;
    }

    QwenParameters m_parameters;
};

// Of its own, in "size" under the new or the old name, or where there is no "size", the usual one.
absl::StatusOr<std::int64_t> limitOf(const ProcessorConfig& config, const char* own, const char* inSize,
                                     const std::optional<std::int64_t>& edge, const std::optional<std::int64_t>& pixels,
                                     std::int64_t usual)
{
    const bool hasSize = !config.json.value("size", nlohmann::json()).is_null();
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t limit, config.integer(config.json, own, 0));
    if (limit > 0 || edge || pixels) {
        return limit > 0 ? limit : edge ? *edge : *pixels;
    }
    return hasSize ? absl::StatusOr<std::int64_t>(config.invalid(absl::StrCat("size has no ", inSize)))
                   : absl::StatusOr<std::int64_t>(usual);
}

MadeImageRule makeRule(const ProcessorConfig& config, QwenParameters parameters)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const SizeSetting size, config.size("size", PlainSize::kShortestEdge, {}));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.limited(config.json, "patch_size", parameters.patch, 1, 1024));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.merge, config.limited(config.json, "merge_size", parameters.merge, 1, 64));
    FIRSTLIGHT_RETURN_IF_ERROR(config.limited(config.json, "temporal_patch_size", 2, 1, 64).status());
    FIRSTLIGHT_RETURN_IF_ERROR(config.agreesWithTower("patch_size", parameters.patch, "patch_size"));
    FIRSTLIGHT_RETURN_IF_ERROR(config.agreesWithTower("merge_size", parameters.merge, "spatial_merge_size"));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minPixels,
                                limitOf(config, parameters.oldLimits ? "min_pixels" : "", "shortest_edge",
                                        size.shortestEdge, size.minPixels, parameters.minPixels));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxPixels,
                                limitOf(config, parameters.oldLimits ? "max_pixels" : "", "longest_edge",
                                        size.longestEdge, size.maxPixels, parameters.maxPixels));
    if (parameters.minPixels > parameters.maxPixels) {
        return config.invalid(
            absl::StrCat("the least number of pixels (min_pixels, or shortest_edge of size) is ", parameters.minPixels,
                         ", more than the largest (max_pixels, or longest_edge), ", parameters.maxPixels));
    }
    if (!config.flag("do_resize", true)) {
        return config.unsupported("pictures that are not resized (do_resize false) have no whole number of patches");
    }
    parameters.maxPixels = std::min(parameters.maxPixels, kMaxPixels * parameters.frames);
    parameters.minPixels = std::min(parameters.minPixels, parameters.maxPixels);
    return std::make_unique<QwenRule>(parameters);
}

} // namespace

MadeImageRule makeQwenRule(const ProcessorConfig& config)
{
    return makeRule(config, {});
}

MadeImageRule makeMiniMaxRule(const ProcessorConfig& config)
{
    QwenParameters parameters;
    parameters.minPixels = 4 * 28 * 28;
    parameters.maxPixels = 451584;
    return makeRule(config, parameters);
}

MadeImageRule makeErnieRule(const ProcessorConfig& config)
{
    QwenParameters parameters;
    parameters.maxPixels = 28 * 28 * 6177;
    parameters.oldLimits = false;
    return makeRule(config, parameters);
}

MadeImageRule makePaddleRule(const ProcessorConfig& config)
{
    QwenParameters parameters;
    parameters.minPixels = 384 * 384;
    parameters.maxPixels = 1536 * 1536;
    parameters.enlarging = Enlarging::kSideBySide;
    return makeRule(config, parameters);
}

MadeImageRule makeGlmRule(const ProcessorConfig& config)
{
    QwenParameters parameters;
    parameters.minPixels = 112 * 112;
    parameters.maxPixels = 28 * 28 * 15000;
    parameters.enlarging = Enlarging::kByOneScale;
    parameters.oldLimits = false;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.frames, config.limited(config.json, "temporal_patch_size", 2, 1, 64));
    if (config.type == "GlmgaImageProcessor") {
        FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.expanded, config.limited(config.json, "patch_expand_factor", 1, 1, 64));
    }
    return makeRule(config, parameters);
}

MadeImageRule makeCosmosRule(const ProcessorConfig& config)
{
    QwenParameters parameters;
    parameters.patch = 16;
    parameters.minPixels = 256 * 256;
    parameters.maxPixels = 4096 * 4096;
    parameters.enlarging = Enlarging::kByOneScale;
    parameters.oldLimits = false;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.frames, config.limited(config.json, "temporal_patch_size", 1, 1, 64));
    return makeRule(config, parameters);
}

MadeImageRule makeVideoLlamaRule(const ProcessorConfig& config)
{
    QwenParameters parameters;
    parameters.merge = 1;
    return makeRule(config, parameters);
}

MadeImageRule makeHunYuanRule(const ProcessorConfig& config)
{
    QwenParameters parameters;
    parameters.patch = 16;
    parameters.minPixels = 512 * 512;
    parameters.maxPixels = 2048 * 2048;
    parameters.rowTokens = 1;
    const bool wrapped = config.processor.value("cat_extra_token", nlohmann::json()) != nlohmann::json(false);
    parameters.extraTokens = wrapped ? 2 : 0;
    return makeRule(config, parameters);
}

} // namespace firstlight::model
