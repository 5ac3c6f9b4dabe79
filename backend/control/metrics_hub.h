// Collects samples and makes one frame of them per tick, kept for a while and shared by all who watch. Thread-safe.
#pragma once

#include "backend/api/deployment.pb.h"
#include "backend/base/clock.h"
#include "backend/control/change_notifier.h"
#include "backend/control/sequenced_ring.h"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace firstlight::control {

class MetricsHub
{
public:
    explicit MetricsHub(const base::Clock& clock);

    void setDeployment(const std::string& deploymentId); // forgets the samples of ranks
    void addNodeSample(const v1::NodeSample& sample);
    void addRankSample(const v1::RankSample& sample);
    void removeRank(int rank); // its last values must not look alive
    void removeNode(const std::string& node);

    void makeFrame();

    // Where a reader is. `interval`: frames closer together than this are skipped.
    struct Place {
        std::int64_t sequence = 0;
        std::int64_t lastTimeUnixNs = 0;
        std::chrono::milliseconds interval{1000};
    };
    Place placeWithHistory(std::chrono::seconds history, std::chrono::milliseconds interval) const;
    std::shared_ptr<const v1::MetricFrame> read(Place& place) const; // null: nothing new

    // Per rank, the sample with the most memory in use since setDeployment().
    std::map<int, v1::RankSample> peakSamples() const;

    ChangeNotifier& changes() { return m_changes; }

private:
    const base::Clock& m_clock;
    ChangeNotifier m_changes;
    mutable std::mutex m_mutex;
    std::string m_deploymentId;
    std::map<std::string, v1::NodeSample> m_nodes;
    std::map<int, v1::RankSample> m_ranks;
    std::map<int, v1::RankSample> m_peaks;
    SequencedRing<v1::MetricFrame> m_frames;
};

} // namespace firstlight::control
