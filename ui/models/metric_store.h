// The measurements of the running deployment as series, and the newest sample of each rank and node.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/models/series_store.h"

#include <QHash>

#include <map>
#include <tuple>

namespace firstlight::ui {

enum class Metric {
    MemoryBytes, // of one rank and memory class
    MemoryTotalBytes,
    CapacityBytes,
    ResidentBytes,
    CpuBusyPercent,
    KvTokensUsed,
    GeneratedTokensPerSecond,
    PromptTokensPerSecond,
    LoadedBytes,
    LoadedBytesPerSecond,
    CollectiveBytesPerSecond, // of all communicators of one rank
    RunningSequences,
    WaitingSequences,
    NodeCpuBusyPercent, // of one node
    NodeMemoryAvailableBytes,
};

struct SeriesKey {
    Metric metric = Metric::MemoryTotalBytes;
    int rank = kNoRank;
    MemoryClass memoryClass = MemoryClass::Unknown;
    QString node = {};

    friend bool operator<(const SeriesKey& a, const SeriesKey& b)
    {
        return std::tie(a.metric, a.rank, a.memoryClass, a.node) < std::tie(b.metric, b.rank, b.memoryClass, b.node);
    }
    bool operator==(const SeriesKey&) const = default;
};

// Holds the subscription to the metrics; lives in the GUI thread and must not outlive the client.
class MetricStore : public QObject
{
    Q_OBJECT

public:
    explicit MetricStore(BackendClient* client, QObject* parent = nullptr);

    // nullptr until the first sample of that key.
    [[nodiscard]] const SeriesStore* series(const SeriesKey& key) const;
    // The newest sample of a rank or node, or nullptr.
    [[nodiscard]] const RankSample* latestOfRank(int rank) const;
    [[nodiscard]] const NodeSample* latestOfNode(const QString& node) const;
    [[nodiscard]] std::vector<int> ranks() const; // ascending
    [[nodiscard]] DeploymentId deployment() const { return m_deployment; }
    [[nodiscard]] TimePoint lastTime() const { return m_lastTime; }

signals:
    void appended();
    void cleared(); // another deployment or controller

private:
    void append(const std::vector<MetricFrame>& frames);
    void appendFrame(const MetricFrame& frame);
    void appendRank(const RankSample& sample, TimePoint time);
    void appendRates(const RankSample& sample, TimePoint time);
    void clear();
    void add(const SeriesKey& key, TimePoint time, double value);

    std::map<SeriesKey, SeriesStore> m_series;
    std::map<int, RankSample> m_latestOfRank;
    std::map<int, TimePoint> m_timeOfRank;
    QHash<QString, NodeSample> m_latestOfNode;
    DeploymentId m_deployment;
    TimePoint m_controllerStart;
    TimePoint m_lastTime;
    Subscription m_subscription;
};

} // namespace firstlight::ui
