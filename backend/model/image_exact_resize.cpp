#include "backend/model/image_exact_resize.h"

#include "backend/model/image_filters.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace firstlight::model {

namespace {

constexpr std::size_t kChannels = 3;

struct Tap {
    std::size_t from = 0;
    float weight = 0.0F;
};

// What each output place is made of. In single precision throughout, as the reference, so that places agree.
struct Taps {
    std::vector<Tap> all;
    std::vector<std::size_t> begin{0}; // of each output place, and the end

    void add(std::int64_t from, std::int64_t size, float weight)
    {
        all.push_back({static_cast<std::size_t>(std::clamp(from, std::int64_t{0}, size - 1)), weight});
    }
};

// The reference's curve of a bicubic that does not widen is sharper.
float sharpBicubic(float distance)
{
    constexpr float kA = -0.75F;
    const float x = std::abs(distance);
    return x <= 1.0F ? ((kA + 2.0F) * x - (kA + 3.0F)) * x * x + 1.0F
                     : ((kA * x - 5.0F * kA) * x + 8.0F * kA) * x - 4.0F * kA;
}

void addNearest(std::int64_t place, std::int64_t from, float scale, ResizeFilter filter, Taps& taps)
{
    const float exact = scale * (static_cast<float>(place) + 0.5F) - 0.5F;
    if (filter == ResizeFilter::kNearest) {
        taps.add(static_cast<std::int64_t>(static_cast<float>(place) * scale), from, 1.0F);
        return;
    }
    const float source = filter == ResizeFilter::kBilinear ? std::max(exact, 0.0F) : exact;
    const float below = std::floor(source);
    const float part = source - below;
    const auto first = static_cast<std::int64_t>(below);
    if (filter == ResizeFilter::kBilinear) {
        taps.add(first, from, 1.0F - part);
        taps.add(first + 1, from, part);
        return;
    }
    for (std::int64_t i = -1; i <= 2; ++i) {
        taps.add(first + i, from, sharpBicubic(part - static_cast<float>(i)));
    }
}

void addWide(std::int64_t place, std::int64_t from, float scale, ResizeFilter filter, Taps& taps)
{
    const float widening = std::max(scale, 1.0F);
    const float support = static_cast<float>(halfWidth(filter)) * widening;
    const float center = scale * (static_cast<float>(place) + 0.5F);
    const auto first = std::max(static_cast<std::int64_t>(center - support + 0.5F), std::int64_t{0});
    const auto end = std::min(static_cast<std::int64_t>(center + support + 0.5F), from);
    const std::size_t begin = taps.all.size();
    float sum = 0.0F;
    for (std::int64_t i = first; i < end; ++i) {
        const float offset = static_cast<float>(i) - center + 0.5F;
        taps.add(i, from, static_cast<float>(filterWeight(filter, offset / widening)));
        sum += taps.all.back().weight;
    }
    for (std::size_t i = begin; i < taps.all.size() && sum != 0.0F; ++i) {
        taps.all[i].weight /= sum;
    }
}

Taps tapsOf(std::int64_t from, std::int64_t to, ResizeFilter filter, Widening widening)
{
    const float scale = static_cast<float>(from) / static_cast<float>(to);
    const bool wide = widening == Widening::kWhenSmaller && filter != ResizeFilter::kNearest;
    Taps taps;
    for (std::int64_t place = 0; place < to; ++place) {
        (wide ? addWide : addNearest)(place, from, scale, filter, taps);
        taps.begin.push_back(taps.all.size());
    }
    return taps;
}

// As processors add with one rounding: from the last tap on, each product not rounded before it is added.
float added(float sum, float weight, float value)
{
    return static_cast<float>(static_cast<double>(weight) * static_cast<double>(value) + static_cast<double>(sum));
}

// One row of the picture, made as wide as there are places.
void widenRow(const std::uint8_t* row, const Taps& taps, float* out)
{
    for (std::size_t place = 0; place + 1 < taps.begin.size(); ++place, out += kChannels) {
        std::fill_n(out, kChannels, 0.0F);
        for (std::size_t i = taps.begin[place + 1]; i-- > taps.begin[place];) {
            const Tap& tap = taps.all[i];
            for (std::size_t channel = 0; channel < kChannels; ++channel) {
                out[channel] = added(out[channel], tap.weight, row[tap.from * kChannels + channel]);
            }
        }
    }
}

} // namespace

std::vector<float> resizeExact(const std::vector<std::uint8_t>& rgb, std::int64_t width, std::int64_t height,
                               std::int64_t newWidth, std::int64_t newHeight, ResizeFilter filter, Widening widening)
{
    if (width == newWidth && height == newHeight) {
        return {rgb.begin(), rgb.end()};
    }
    const Taps across = tapsOf(width, newWidth, filter, widening);
    const Taps down = tapsOf(height, newHeight, filter, widening);
    const std::size_t rowSize = kChannels * static_cast<std::size_t>(newWidth);
    std::vector<float> wide(rowSize * static_cast<std::size_t>(height));
    for (std::size_t row = 0; row < static_cast<std::size_t>(height); ++row) {
        widenRow(rgb.data() + row * kChannels * static_cast<std::size_t>(width), across, wide.data() + row * rowSize);
    }
    std::vector<float> out(rowSize * static_cast<std::size_t>(newHeight));
    for (std::size_t place = 0; place + 1 < down.begin.size(); ++place) {
        float* const sums = out.data() + place * rowSize;
        for (std::size_t i = down.begin[place + 1]; i-- > down.begin[place];) {
            const Tap& tap = down.all[i];
            for (std::size_t at = 0; at < rowSize; ++at) {
                sums[at] = added(sums[at], tap.weight, wide[tap.from * rowSize + at]);
            }
        }
    }
    return out;
}

} // namespace firstlight::model
