#include "backend/model/image_resize.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace firstlight::model {

namespace {

constexpr std::size_t kChannels = 3;
constexpr int kMaxPrecision = 22;

double halfWidth(ResizeFilter filter)
{
    return filter == ResizeFilter::kBilinear ? 1.0 : filter == ResizeFilter::kBicubic ? 2.0 : 3.0;
}

double sinc(double x)
{
    constexpr double kPi = 3.14159265358979323846;
    return x == 0.0 ? 1.0 : std::sin(x * kPi) / (x * kPi);
}

double filterValue(ResizeFilter filter, double x)
{
    x = std::abs(x);
    if (x >= halfWidth(filter)) {
        return 0.0;
    }
    switch (filter) {
    case ResizeFilter::kBilinear:
        return 1.0 - x;
    case ResizeFilter::kLanczos:
        return sinc(x) * sinc(x / 3.0);
    case ResizeFilter::kBicubic:
        break;
    }
    constexpr double kA = -0.5;
    return x < 1.0 ? ((kA + 2.0) * x - (kA + 3.0)) * x * x + 1.0 : (((x - 5.0) * x + 8.0) * x - 4.0) * kA;
}

// For each output place, the input places that count and their weights.
struct Weights {
    std::vector<std::size_t> first;
    std::vector<std::size_t> count;
    std::vector<std::int16_t> values; // `stride` for each output place
    std::size_t stride = 0;
    int precision = 0; // bits behind the point
};

struct ExactWeights {
    Weights layout;
    std::vector<double> values;
};

ExactWeights exactWeights(std::int32_t from, std::int32_t to, ResizeFilter filter)
{
    const double scale = static_cast<double>(from) / to;
    const double widening = std::max(scale, 1.0);
    const double support = halfWidth(filter) * widening;
    ExactWeights exact;
    exact.layout.stride = static_cast<std::size_t>(std::ceil(support)) * 2 + 1;
    exact.values.resize(exact.layout.stride * static_cast<std::size_t>(to));
    for (std::int32_t place = 0; place < to; ++place) {
        const double center = scale * (place + 0.5);
        const auto first = std::max(static_cast<std::int64_t>(center - support + 0.5), std::int64_t{0});
        const auto end = std::min(static_cast<std::int64_t>(center + support + 0.5), std::int64_t{from});
        const auto count = std::min(static_cast<std::size_t>(end - first), exact.layout.stride);
        double* values = exact.values.data() + exact.layout.stride * static_cast<std::size_t>(place);
        double sum = 0.0;
        for (std::size_t i = 0; i < count; ++i) {
            values[i] = filterValue(filter, (static_cast<double>(i) + static_cast<double>(first) - center + 0.5) / widening);
            sum += values[i];
        }
        for (std::size_t i = 0; i < count && sum != 0.0; ++i) {
            values[i] /= sum;
        }
        exact.layout.first.push_back(static_cast<std::size_t>(first));
        exact.layout.count.push_back(count);
    }
    return exact;
}

// As many bits behind the point as let the largest weight stay within 16 bits.
Weights fixedWeights(std::int32_t from, std::int32_t to, ResizeFilter filter)
{
    ExactWeights exact = exactWeights(from, to, filter);
    const double largest = *std::max_element(exact.values.begin(), exact.values.end());
    Weights weights = std::move(exact.layout);
    while (weights.precision < kMaxPrecision &&
           static_cast<int>(0.5 + largest * (1 << (weights.precision + 1))) < (1 << 15)) {
        ++weights.precision;
    }
    for (const double value : exact.values) {
        const double scaled = value * (1 << weights.precision);
        weights.values.push_back(static_cast<std::int16_t>(scaled < 0 ? scaled - 0.5 : scaled + 0.5));
    }
    return weights;
}

std::uint8_t clamped(std::int32_t sum, int precision)
{
    return static_cast<std::uint8_t>(std::clamp(sum >> precision, 0, 255));
}

std::vector<std::uint8_t> resizeColumns(const std::vector<std::uint8_t>& rgb, std::size_t width, std::size_t height,
                                        std::size_t newWidth, const Weights& weights)
{
    std::vector<std::uint8_t> out(newWidth * height * kChannels);
    for (std::size_t row = 0; row < height; ++row) {
        for (std::size_t column = 0; column < newWidth; ++column) {
            const std::int16_t* values = weights.values.data() + weights.stride * column;
            const std::uint8_t* source = rgb.data() + (row * width + weights.first[column]) * kChannels;
            for (std::size_t channel = 0; channel < kChannels; ++channel) {
                std::int32_t sum = 1 << (weights.precision - 1);
                for (std::size_t i = 0; i < weights.count[column]; ++i) {
                    sum += values[i] * source[i * kChannels + channel];
                }
                out[(row * newWidth + column) * kChannels + channel] = clamped(sum, weights.precision);
            }
        }
    }
    return out;
}

std::vector<std::uint8_t> resizeRows(const std::vector<std::uint8_t>& rgb, std::size_t width, std::size_t newHeight,
                                     const Weights& weights)
{
    const std::size_t rowBytes = width * kChannels;
    std::vector<std::uint8_t> out(rowBytes * newHeight);
    std::vector<std::int32_t> sums(rowBytes);
    for (std::size_t row = 0; row < newHeight; ++row) {
        std::fill(sums.begin(), sums.end(), 1 << (weights.precision - 1));
        for (std::size_t i = 0; i < weights.count[row]; ++i) {
            const std::int32_t value = weights.values[weights.stride * row + i];
            const std::uint8_t* source = rgb.data() + (weights.first[row] + i) * rowBytes;
            for (std::size_t at = 0; at < rowBytes; ++at) {
                sums[at] += value * source[at];
            }
        }
        for (std::size_t at = 0; at < rowBytes; ++at) {
            out[row * rowBytes + at] = clamped(sums[at], weights.precision);
        }
    }
    return out;
}

} // namespace

std::vector<std::uint8_t> resizeRgb(const std::vector<std::uint8_t>& rgb, std::int32_t width, std::int32_t height,
                                    std::int32_t newWidth, std::int32_t newHeight, ResizeFilter filter)
{
    std::vector<std::uint8_t> image = rgb;
    if (newWidth != width) {
        image = resizeColumns(image, static_cast<std::size_t>(width), static_cast<std::size_t>(height),
                              static_cast<std::size_t>(newWidth), fixedWeights(width, newWidth, filter));
    }
    if (newHeight != height) {
        image = resizeRows(image, static_cast<std::size_t>(newWidth), static_cast<std::size_t>(newHeight),
                           fixedWeights(height, newHeight, filter));
    }
    return image;
}

} // namespace firstlight::model
