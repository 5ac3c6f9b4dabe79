#include "ui/transport/watch_set.h"

#include "ui/transport/from_proto.h"
#include "ui/transport/status_failure.h"

namespace firstlight::ui {

using Async = ControllerLink::Stub::async_interface;

WatchSet::WatchSet(ControllerLink* link, std::shared_ptr<CallRegistry> registry, std::shared_ptr<Inbox> inbox,
                   WatchTiming timing, QObject* parent)
    : QObject(parent), m_link(link), m_registry(std::move(registry)), m_inbox(std::move(inbox)), m_timing(timing)
{
}

void WatchSet::want(Stream stream)
{
    if (++entry(stream).wanted == 1 && m_link->state().phase == ConnectionPhase::Online) {
        open(stream);
    }
}

void WatchSet::unwant(Stream stream)
{
    if (--entry(stream).wanted == 0) {
        close(entry(stream));
    }
}

void WatchSet::openAll(TimePoint controllerStart)
{
    if (std::exchange(m_controllerStart, controllerStart) != controllerStart) {
        m_lastLog = 0;
        m_lastEvent = 0;
    }
    for (int i = 0; i < kStreamCount; ++i) {
        const auto stream = static_cast<Stream>(i);
        close(entry(stream));
        if (entry(stream).wanted > 0) {
            open(stream);
        }
    }
}

void WatchSet::ended(const StreamEnd& end)
{
    Entry& ended = entry(end.stream);
    if (end.opening != ended.opening || ended.context == nullptr) {
        return; // an earlier opening, or closed by ourselves
    }
    ended.context.reset();
    // What the controller does not know it will not know in a moment either.
    if (end.status.error_code() == grpc::StatusCode::UNIMPLEMENTED) {
        return;
    }
    if (end.status.error_code() == grpc::StatusCode::UNAVAILABLE) {
        m_link->checkNow(failureOf(end.status));
        return;
    }
    QTimer::singleShot(m_timing.reopenPause, this, [this, stream = end.stream, opening = end.opening] {
        if (entry(stream).opening == opening && entry(stream).wanted > 0 &&
            m_link->state().phase == ConnectionPhase::Online) {
            open(stream);
        }
    });
}

void WatchSet::close(Entry& entry)
{
    if (const auto context = std::exchange(entry.context, nullptr)) {
        context->TryCancel();
    }
}

template <class Request, class Message, class Put>
void WatchSet::start(Stream stream,
                     void (Async::*method)(grpc::ClientContext*, const Request*, grpc::ClientReadReactor<Message>*),
                     const Request& request, Put put)
{
    Entry& target = entry(stream);
    const int opening = ++target.opening;
    target.context = StreamReader<ControllerLink::Stub, Request, Message>::open(
        m_registry, m_link->stub(), method, m_link->options(Milliseconds(0)), request,
        [inbox = m_inbox, put](const Message& message) {
            auto value = put.convert(message);
            inbox->frames.put([&](FrameContent& content) { put.store(content, std::move(value)); });
        },
        [inbox = m_inbox, stream, opening](const grpc::Status& status) {
            inbox->urgent.put([&](UrgentContent& content) { content.ends.push_back({stream, opening, status}); });
        });
}

namespace {

// How a message becomes a value, and where the value goes.
template <class Convert, class Store>
struct Putter {
    Convert convert;
    Store store;
};

constexpr auto toValue = [](const auto& message) { return fromProto(message); };

struct LogBatchValue {
    std::vector<LogLine> lines;
    std::int64_t dropped = 0;
};

LogBatchValue batchOf(const v1::LogBatch& message)
{
    LogBatchValue batch;
    batch.dropped = message.dropped_count();
    for (const v1::LogLine& line : message.lines()) {
        batch.lines.push_back(fromProto(line));
    }
    return batch;
}

} // namespace

void WatchSet::open(Stream stream)
{
    switch (stream) {
    case Stream::Cluster:
        start(stream, &Async::WatchCluster, v1::WatchClusterRequest(),
              Putter{toValue, [](FrameContent& content, ClusterState value) { content.cluster = std::move(value); }});
        break;
    case Stream::Deployments:
        start(stream, &Async::WatchDeployments, v1::WatchDeploymentsRequest(),
              Putter{toValue, [](FrameContent& content, DeploymentState value) {
                         const DeploymentId id = value.id;
                         content.deployments.insert_or_assign(id, std::move(value));
                     }});
        break;
    case Stream::CommChecks:
        start(stream, &Async::WatchCommChecks, v1::WatchClusterRequest(),
              Putter{toValue,
                     [](FrameContent& content, CommCheckReport value) { content.commChecks.push(std::move(value)); }});
        break;
    case Stream::Metrics:
        openMetrics();
        break;
    case Stream::Events:
        openEvents();
        break;
    case Stream::Logs:
        openLogs();
        break;
    }
}

void WatchSet::openMetrics()
{
    v1::WatchMetricsRequest request;
    request.set_interval_ms(static_cast<int>(m_timing.metricsInterval.count()));
    request.set_history_s(static_cast<int>(m_timing.metricsHistory.count()));
    start(Stream::Metrics, &Async::WatchMetrics, request,
          Putter{toValue, [](FrameContent& content, MetricFrame value) { content.metrics.push(std::move(value)); }});
}

void WatchSet::openEvents()
{
    v1::WatchEventsRequest request;
    request.set_after_sequence(m_lastEvent);
    start(Stream::Events, &Async::WatchEvents, request,
          Putter{toValue, [](FrameContent& content, Event value) { content.events.push(std::move(value)); }});
}

void WatchSet::openLogs()
{
    v1::WatchLogsRequest request;
    request.set_after_sequence(m_lastLog);
    request.set_minimum_severity(v1::SEVERITY_DEBUG);
    start(Stream::Logs, &Async::WatchLogs, request, Putter{batchOf, [](FrameContent& content, LogBatchValue batch) {
                                                               for (LogLine& line : batch.lines) {
                                                                   content.logs.push(std::move(line));
                                                               }
                                                               content.logsDroppedByController = batch.dropped;
                                                           }});
}

} // namespace firstlight::ui
