#include "ui/models/metric_store.h"

namespace firstlight::ui {
namespace {

std::int64_t collectiveBytes(const RankSample& sample)
{
    std::int64_t sum = 0;
    for (const CollectiveCounter& counter : sample.collectives) {
        sum += counter.totalBytes;
    }
    return sum;
}

} // namespace

MetricStore::MetricStore(BackendClient* client, QObject* parent) : QObject(parent)
{
    connect(client, &BackendClient::metricsArrived, this, &MetricStore::append);
    connect(client, &BackendClient::controllerChanged, this, [this](const ControllerInfo& info) {
        if (std::exchange(m_controllerStart, info.start) != info.start) {
            clear();
        }
    });
    m_subscription = client->watch(Stream::Metrics);
}

const SeriesStore* MetricStore::series(const SeriesKey& key) const
{
    const auto found = m_series.find(key);
    return found == m_series.end() ? nullptr : &found->second;
}

const RankSample* MetricStore::latestOfRank(int rank) const
{
    const auto found = m_latestOfRank.find(rank);
    return found == m_latestOfRank.end() ? nullptr : &found->second;
}

const NodeSample* MetricStore::latestOfNode(const QString& node) const
{
    const auto found = m_latestOfNode.constFind(node);
    return found == m_latestOfNode.cend() ? nullptr : &*found;
}

std::vector<int> MetricStore::ranks() const
{
    std::vector<int> result;
    for (const auto& [rank, sample] : m_latestOfRank) {
        result.push_back(rank);
    }
    return result;
}

void MetricStore::append(const std::vector<MetricFrame>& frames)
{
    for (const MetricFrame& frame : frames) {
        if (!frame.deployment.isEmpty() && frame.deployment != m_deployment) {
            if (!m_deployment.isEmpty()) {
                clear();
            }
            m_deployment = frame.deployment;
        }
        appendFrame(frame);
    }
    if (!frames.empty()) {
        emit appended();
    }
}

void MetricStore::appendFrame(const MetricFrame& frame)
{
    if (frame.time <= m_lastTime) {
        return;
    }
    m_lastTime = frame.time;
    for (const NodeSample& node : frame.nodes) {
        m_latestOfNode.insert(node.node, node);
        const auto key = [&node](Metric metric) { return SeriesKey{metric, kNoRank, MemoryClass::Unknown, node.node}; };
        add(key(Metric::NodeCpuBusyPercent), frame.time, node.cpuBusyPercent);
        add(key(Metric::NodeMemoryAvailableBytes), frame.time, static_cast<double>(node.memoryAvailableBytes));
    }
    for (const RankSample& rank : frame.ranks) {
        appendRank(rank, frame.time);
    }
}

void MetricStore::appendRank(const RankSample& sample, TimePoint time)
{
    for (const MemoryAmount& amount : sample.memory) {
        add({Metric::MemoryBytes, sample.rank, amount.memoryClass, {}}, time, static_cast<double>(amount.bytes));
    }
    const auto put = [&](Metric metric, double value) { add({metric, sample.rank}, time, value); };
    put(Metric::MemoryTotalBytes, static_cast<double>(totalBytes(sample.memory)));
    put(Metric::CapacityBytes, static_cast<double>(sample.capacityBytes));
    put(Metric::ResidentBytes, static_cast<double>(sample.residentBytes));
    put(Metric::CpuBusyPercent, sample.cpuBusyPercent);
    put(Metric::KvTokensUsed, static_cast<double>(sample.kvTokensUsed));
    put(Metric::LoadedBytes, static_cast<double>(sample.loadedBytesTotal));
    put(Metric::RunningSequences, sample.runningSequences);
    put(Metric::WaitingSequences, sample.waitingSequences);
    appendRates(sample, time);
    m_latestOfRank[sample.rank] = sample;
    m_timeOfRank[sample.rank] = time;
}

// Rates are the difference of counters over the time between two frames; a counter that fell began anew.
void MetricStore::appendRates(const RankSample& sample, TimePoint time)
{
    const RankSample* before = latestOfRank(sample.rank);
    if (before == nullptr) {
        return;
    }
    const double seconds = toSeconds(time) - toSeconds(m_timeOfRank[sample.rank]);
    const auto put = [&](Metric metric, std::int64_t now, std::int64_t then) {
        if (seconds > 0 && now >= then) {
            add({metric, sample.rank}, time, static_cast<double>(now - then) / seconds);
        }
    };
    put(Metric::GeneratedTokensPerSecond, sample.generatedTokensTotal, before->generatedTokensTotal);
    put(Metric::PromptTokensPerSecond, sample.promptTokensTotal, before->promptTokensTotal);
    put(Metric::LoadedBytesPerSecond, sample.loadedBytesTotal, before->loadedBytesTotal);
    put(Metric::CollectiveBytesPerSecond, collectiveBytes(sample), collectiveBytes(*before));
}

void MetricStore::clear()
{
    m_series.clear();
    m_latestOfRank.clear();
    m_timeOfRank.clear();
    m_latestOfNode.clear();
    m_deployment = {};
    m_lastTime = {};
    emit cleared();
}

void MetricStore::add(const SeriesKey& key, TimePoint time, double value)
{
    m_series[key].append(toSeconds(time), value);
}

} // namespace firstlight::ui
