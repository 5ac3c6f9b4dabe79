#include "ui/models/series_store.h"

#include <algorithm>
#include <cmath>

namespace firstlight::ui {
namespace {

// Four buckets a pixel keep the outline exact enough while their number stays bounded by the width.
constexpr double kBucketsPerPixel = 4;

} // namespace

void SeriesStore::append(double time, double value)
{
    if (!std::isfinite(time) || !std::isfinite(value) || (!isEmpty() && time <= lastTime())) {
        return;
    }
    const auto sample = static_cast<float>(value);
    std::size_t samplesPerBucket = 1;
    for (Level& level : m_levels) {
        if (level.empty() || level.back().count >= samplesPerBucket) {
            level.push_back({time, time, sample, sample, sample, 1});
            if (level.size() > kLevelCapacity) {
                level.pop_front();
            }
        } else {
            Bucket& bucket = level.back();
            bucket.lastTime = time;
            bucket.min = std::min(bucket.min, sample);
            bucket.max = std::max(bucket.max, sample);
            bucket.last = sample;
            ++bucket.count;
        }
        samplesPerBucket *= kFactor;
    }
}

void SeriesStore::clear()
{
    for (Level& level : m_levels) {
        level.clear();
    }
}

double SeriesStore::firstTime() const
{
    return m_levels.back().empty() ? 0 : m_levels.back().front().firstTime;
}

double SeriesStore::lastTime() const
{
    return isEmpty() ? 0 : m_levels[0].back().lastTime;
}

std::optional<double> SeriesStore::latest() const
{
    return isEmpty() ? std::nullopt : std::optional<double>(m_levels[0].back().last);
}

std::optional<double> SeriesStore::valueAt(double time) const
{
    for (const Level& level : m_levels) {
        if (level.empty() || level.front().firstTime > time) {
            continue;
        }
        const auto after = std::upper_bound(level.begin(), level.end(), time,
                                            [](double t, const Bucket& bucket) { return t < bucket.firstTime; });
        return std::prev(after)->last;
    }
    return std::nullopt;
}

// The finest level that the width can show; the whole range is then painted from it and from coarser ones.
std::size_t SeriesStore::levelFor(double from, double to, int pixels) const
{
    const auto firstIn = [](const Level& level, double t) {
        return std::lower_bound(level.begin(), level.end(), t,
                                [](const Bucket& bucket, double time) { return bucket.lastTime < time; });
    };
    std::size_t index = 0;
    while (index + 1 < kLevels) {
        const Level& level = m_levels[index];
        if (static_cast<double>(firstIn(level, to) - firstIn(level, from)) <= kBucketsPerPixel * pixels) {
            break;
        }
        ++index;
    }
    return index;
}

void SeriesStore::paint(const Bucket& bucket, double from, double to, std::vector<SeriesColumn>& columns)
{
    const auto count = static_cast<double>(columns.size());
    const auto columnOf = [&](double time) {
        return static_cast<std::size_t>(std::clamp(std::floor((time - from) / (to - from) * count), 0.0, count - 1));
    };
    for (std::size_t i = columnOf(bucket.firstTime), end = columnOf(bucket.lastTime); i <= end; ++i) {
        SeriesColumn& column = columns[i];
        column.min = column.hasData ? std::min(column.min, bucket.min) : bucket.min;
        column.max = column.hasData ? std::max(column.max, bucket.max) : bucket.max;
        column.last = bucket.last;
        column.hasData = true;
    }
}

std::vector<SeriesColumn> SeriesStore::columns(double from, double to, int pixels) const
{
    std::vector<SeriesColumn> result(static_cast<std::size_t>(std::max(pixels, 0)));
    if (isEmpty() || result.empty() || !(from < to)) {
        return result;
    }
    // Oldest first: each coarser level paints what the next finer one has already forgotten.
    const std::size_t finest = levelFor(from, to, pixels);
    for (std::size_t index = kLevels; index-- > finest;) {
        const Level& level = m_levels[index];
        const double until = index == finest ? to : std::min(to, m_levels[index - 1].front().firstTime);
        auto bucket = std::lower_bound(level.begin(), level.end(), from,
                                       [](const Bucket& b, double time) { return b.lastTime < time; });
        for (; bucket != level.end() && bucket->firstTime < until; ++bucket) {
            paint(*bucket, from, to, result);
        }
    }
    return result;
}

} // namespace firstlight::ui
