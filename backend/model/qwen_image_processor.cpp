#include "backend/model/qwen_image_processor.h"

#include "backend/base/failure.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <cmath>

namespace firstlight::model {

namespace {

constexpr double kMaxAspectRatio = 200.0;
constexpr std::int64_t kMaxPixels = std::int64_t{1} << 26; // whatever a file asks for

struct QwenParameters {
    std::int64_t patch = 14;
    std::int64_t merge = 2;
    std::int64_t minPixels = 56 * 56;
    std::int64_t maxPixels = 28 * 28 * 1280;
};

struct Size {
    std::int64_t width = 0;
    std::int64_t height = 0;
};

// The reference's smart_resize: the nearest multiples of `factor`, the area brought within the limits.
Size smartSize(double width, double height, std::int64_t factor, const QwenParameters& parameters)
{
    const auto multiple = static_cast<double>(factor);
    const auto areaOf = [](const Size& size) { return size.width * size.height; };
    const auto toMultiples = [&](double (*round)(double), double x, double y) {
        return Size{static_cast<std::int64_t>(round(x / multiple)) * factor,
                    static_cast<std::int64_t>(round(y / multiple)) * factor};
    };
    const Size nearest = toMultiples([](double x) { return std::nearbyint(x); }, width, height);
    if (areaOf(nearest) > parameters.maxPixels) {
        const double shrink = std::sqrt(width * height / static_cast<double>(parameters.maxPixels));
        const Size smaller = toMultiples([](double x) { return std::floor(x); }, width / shrink, height / shrink);
        return {std::max(factor, smaller.width), std::max(factor, smaller.height)};
    }
    if (areaOf(nearest) < parameters.minPixels) {
        const double grow = std::sqrt(static_cast<double>(parameters.minPixels) / (width * height));
        return toMultiples([](double x) { return std::ceil(x); }, width * grow, height * grow);
    }
    return nearest;
}

class QwenImageProcessor final : public ImageProcessor
{
public:
    QwenImageProcessor(const ProcessorConfig& config, const QwenParameters& parameters)
        : m_filter(config.filter)
        , m_mean(config.mean)
        , m_deviation(config.deviation)
        , m_parameters(parameters)
    {
    }

    absl::StatusOr<ProcessedImage> process(const RgbImage& image, int number) const override
    {
        const double longer = std::max(image.width, image.height);
        const double shorter = std::min(image.width, image.height);
        if (longer / shorter > kMaxAspectRatio) {
            return base::failure(reasons::kImageRejected, absl::StatusCode::kInvalidArgument,
                                 {{"number", absl::StrCat(number)},
                                  {"detail", absl::StrCat("its sides are ", image.width, " x ", image.height,
                                                          "; this model takes at most ", kMaxAspectRatio, " : 1")}});
        }
        const std::int64_t factor = m_parameters.patch * m_parameters.merge;
        const Size size = smartSize(image.width, image.height, factor, m_parameters);
        ProcessedImage processed;
        processed.width = static_cast<std::int32_t>(size.width);
        processed.height = static_cast<std::int32_t>(size.height);
        processed.rgb = resizeRgb(image.rgb, image.width, image.height, processed.width, processed.height, m_filter);
        processed.originalWidth = image.originalWidth;
        processed.originalHeight = image.originalHeight;
        processed.gridWidth = static_cast<std::int32_t>(size.width / m_parameters.patch);
        processed.gridHeight = static_cast<std::int32_t>(size.height / m_parameters.patch);
        processed.tokenCount = static_cast<std::int32_t>(size.width / factor * (size.height / factor));
        return processed;
    }

    std::array<float, 3> mean() const override { return m_mean; }
    std::array<float, 3> deviation() const override { return m_deviation; }

private:
    ResizeFilter m_filter;
    std::array<float, 3> m_mean;
    std::array<float, 3> m_deviation;
    QwenParameters m_parameters;
};

} // namespace

absl::StatusOr<std::unique_ptr<ImageProcessor>> makeQwenImageProcessor(const ProcessorConfig& config)
{
    QwenParameters parameters;
    const nlohmann::json size = config.json.value("size", nlohmann::json());
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.integer(config.json, "patch_size", parameters.patch));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.merge, config.integer(config.json, "merge_size", parameters.merge));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minPixels, config.integer(size, "shortest_edge", parameters.minPixels));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxPixels, config.integer(size, "longest_edge", parameters.maxPixels));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.minPixels, config.integer(config.json, "min_pixels", parameters.minPixels));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxPixels, config.integer(config.json, "max_pixels", parameters.maxPixels));
    if (parameters.patch > 1024 || parameters.merge > 64 || parameters.minPixels > parameters.maxPixels) {
        return config.invalid("patch_size, merge_size or the limits of the size make no sense");
    }
    parameters.maxPixels = std::min(parameters.maxPixels, kMaxPixels);
    parameters.minPixels = std::min(parameters.minPixels, kMaxPixels);
    return std::make_unique<QwenImageProcessor>(config, parameters);
}

} // namespace firstlight::model
