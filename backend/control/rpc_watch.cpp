#include "backend/control/controller_service.h"
#include "backend/control/rpc_answers.h"

#include <algorithm>

namespace firstlight::control {
namespace {

constexpr std::chrono::milliseconds kDefaultInterval{1000};
constexpr std::chrono::milliseconds kShortestInterval{100};
constexpr std::chrono::seconds kLongestHistory{3600};

std::chrono::milliseconds frameInterval(int requestedMs)
{
    return requestedMs <= 0 ? kDefaultInterval : std::max(kShortestInterval, std::chrono::milliseconds(requestedMs));
}

// Every state once, then each that changes.
template <typename State>
auto boardSource(const StateBoard<State>& board)
{
    return [&board, version = std::int64_t{0}]() mutable { return board.after(version); };
}

} // namespace

grpc::ServerWriteReactor<v1::ClusterState>* ControllerService::WatchCluster(grpc::CallbackServerContext* context,
                                                                            const v1::WatchClusterRequest* /*request*/)
{
    return guardedWatch<v1::ClusterState>(m_guard, context, m_core.cluster().changes(), boardSource(m_core.cluster()));
}

grpc::ServerWriteReactor<v1::DeploymentState>*
ControllerService::WatchDeployments(grpc::CallbackServerContext* context,
                                    const v1::WatchDeploymentsRequest* /*request*/)
{
    return guardedWatch<v1::DeploymentState>(m_guard, context, m_core.deployments().changes(),
                                             boardSource(m_core.deployments()));
}

grpc::ServerWriteReactor<v1::CommCheckReport>*
ControllerService::WatchCommChecks(grpc::CallbackServerContext* context, const v1::WatchClusterRequest* /*request*/)
{
    return guardedWatch<v1::CommCheckReport>(m_guard, context, m_core.commChecks().changes(),
                                             boardSource(m_core.commChecks()));
}

grpc::ServerWriteReactor<v1::MetricFrame>* ControllerService::WatchMetrics(grpc::CallbackServerContext* context,
                                                                           const v1::WatchMetricsRequest* request)
{
    MetricsHub& metrics = m_core.metrics();
    const auto history =
        std::clamp(std::chrono::seconds(request->history_s()), std::chrono::seconds(0), kLongestHistory);
    return guardedWatch<v1::MetricFrame>(
        m_guard, context, metrics.changes(),
        [&metrics, place = metrics.placeWithHistory(history, frameInterval(request->interval_ms()))]() mutable {
            return metrics.read(place);
        });
}

grpc::ServerWriteReactor<v1::Event>* ControllerService::WatchEvents(grpc::CallbackServerContext* context,
                                                                    const v1::WatchEventsRequest* request)
{
    EventLog& events = m_core.events();
    return guardedWatch<v1::Event>(m_guard, context, events.changes(),
                                   [&events, sequence = request->after_sequence()]() mutable {
                                       auto event = events.after(sequence);
                                       sequence = event == nullptr ? sequence : event->sequence();
                                       return event;
                                   });
}

grpc::ServerWriteReactor<v1::LogBatch>* ControllerService::WatchLogs(grpc::CallbackServerContext* context,
                                                                     const v1::WatchLogsRequest* request)
{
    LogStore& logs = m_core.logs();
    LogStore::Place place;
    place.sequence = std::max<std::int64_t>(0, request->after_sequence());
    return guardedWatch<v1::LogBatch>(
        m_guard, context, logs.changes(),
        [&logs, place, severity = request->minimum_severity()]() mutable { return logs.read(place, severity); });
}

} // namespace firstlight::control
