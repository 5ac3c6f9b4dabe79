#include "backend/control/metrics_hub.h"

#include <algorithm>
#include <utility>

namespace firstlight::control {
namespace {

constexpr std::size_t kMaxFrames = 14'400; // an hour at the fastest tick
constexpr std::size_t kMaxBytes = 64 << 20;

std::int64_t totalMemory(const v1::RankSample& sample)
{
    std::int64_t total = 0;
    for (const v1::MemoryAmount& amount : sample.memory()) {
        total += amount.memory_bytes();
    }
    return total;
}

} // namespace

MetricsHub::MetricsHub(const base::Clock& clock) : m_clock(clock), m_frames(kMaxFrames, kMaxBytes) {}

void MetricsHub::setDeployment(const std::string& deploymentId)
{
    const std::lock_guard lock(m_mutex);
    m_deploymentId = deploymentId;
    m_ranks.clear();
    m_peaks.clear();
}

void MetricsHub::addNodeSample(const v1::NodeSample& sample)
{
    const std::lock_guard lock(m_mutex);
    m_nodes[sample.node()] = sample;
}

void MetricsHub::addRankSample(const v1::RankSample& sample)
{
    const std::lock_guard lock(m_mutex);
    m_ranks[sample.rank()] = sample;
    v1::RankSample& peak = m_peaks[sample.rank()];
    if (totalMemory(sample) >= totalMemory(peak)) {
        peak = sample;
    }
}

void MetricsHub::removeRank(int rank)
{
    const std::lock_guard lock(m_mutex);
    m_ranks.erase(rank);
}

void MetricsHub::removeNode(const std::string& node)
{
    const std::lock_guard lock(m_mutex);
    m_nodes.erase(node);
}

void MetricsHub::makeFrame()
{
    {
        const std::lock_guard lock(m_mutex);
        v1::MetricFrame frame;
        frame.set_time_unix_ns(base::unixNanoseconds(m_clock.systemNow()));
        frame.set_deployment_id(m_deploymentId);
        for (const auto& [name, sample] : m_nodes) {
            *frame.add_nodes() = sample;
        }
        for (const auto& [rank, sample] : m_ranks) {
            *frame.add_ranks() = sample;
        }
        const std::size_t bytes = frame.ByteSizeLong();
        m_frames.push(std::move(frame), bytes);
    }
    m_changes.notify();
}

MetricsHub::Place MetricsHub::placeWithHistory(std::chrono::seconds history, std::chrono::milliseconds interval) const
{
    const std::lock_guard lock(m_mutex);
    const std::int64_t from = base::unixNanoseconds(m_clock.systemNow()) - std::chrono::nanoseconds(history).count();
    Place place;
    place.interval = interval;
    place.sequence = m_frames.nextSequence() - 1;
    // Frames are in the order of time: walk back to the first that is wanted. The newest always comes.
    while (place.sequence >= m_frames.firstSequence() &&
           (place.sequence == m_frames.nextSequence() - 1 || m_frames.at(place.sequence)->time_unix_ns() >= from)) {
        --place.sequence;
    }
    return place;
}

std::shared_ptr<const v1::MetricFrame> MetricsHub::read(Place& place) const
{
    const std::lock_guard lock(m_mutex);
    place.sequence = std::max(place.sequence, m_frames.firstSequence() - 1);
    const std::int64_t interval = std::chrono::nanoseconds(place.interval).count() * 9 / 10; // ticks jitter
    while (const auto frame = m_frames.at(place.sequence + 1)) {
        ++place.sequence;
        if (frame->time_unix_ns() - place.lastTimeUnixNs >= interval) {
            place.lastTimeUnixNs = frame->time_unix_ns();
            return frame;
        }
    }
    return nullptr;
}

std::map<int, v1::RankSample> MetricsHub::peakSamples() const
{
    const std::lock_guard lock(m_mutex);
    return m_peaks;
}

} // namespace firstlight::control
