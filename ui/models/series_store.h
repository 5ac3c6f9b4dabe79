// One measured quantity over time with levels of detail: a pyramid of minimum and maximum, so that a chart of any
// range costs as much as its width in pixels, never as much as its points.
//
// Each level keeps the newest kLevelCapacity buckets; a bucket of level n covers kFactor^n samples. The finest level
// holds single samples. Older times are therefore kept ever more coarsely. Not thread-safe: one thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace firstlight::ui {

struct SeriesColumn {
    bool hasData = false;
    float min = 0;
    float max = 0;
    float last = 0; // of the newest sample in the column

    bool operator==(const SeriesColumn&) const = default;
};

class SeriesStore
{
public:
    static constexpr std::size_t kLevels = 5;
    static constexpr std::size_t kFactor = 8;
    static constexpr std::size_t kLevelCapacity = 2048;

    // `time` in seconds. A sample that is not newer than the last one is ignored (history sent again after a cut).
    void append(double time, double value);
    void clear();

    // The range [from, to) in `pixels` equal columns.
    [[nodiscard]] std::vector<SeriesColumn> columns(double from, double to, int pixels) const;

    // The newest sample at or before `time`.
    [[nodiscard]] std::optional<double> valueAt(double time) const;
    [[nodiscard]] std::optional<double> latest() const;

    [[nodiscard]] bool isEmpty() const { return m_levels[0].empty(); }
    [[nodiscard]] double firstTime() const; // of what is kept at any level; 0 when empty
    [[nodiscard]] double lastTime() const;

private:
    struct Bucket {
        double firstTime = 0;
        double lastTime = 0;
        float min = 0;
        float max = 0;
        float last = 0;
        unsigned count = 0;
    };
    using Level = std::deque<Bucket>;

    [[nodiscard]] std::size_t levelFor(double from, double to, int pixels) const;
    static void paint(const Bucket& bucket, double from, double to, std::vector<SeriesColumn>& columns);

    std::array<Level, kLevels> m_levels;
};

} // namespace firstlight::ui
