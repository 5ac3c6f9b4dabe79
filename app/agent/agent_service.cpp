#include "app/agent/agent_service.h"

#include "backend/telemetry/host_sampler.h"
#include "backend/telemetry/node_description.h"

#include <algorithm>

namespace firstlight::agent {
namespace {

constexpr int kSampleKey = 0;
constexpr int kDefaultIntervalMs = 500;
constexpr int kShortestIntervalMs = 50;

grpc::ServerUnaryReactor* finished(grpc::CallbackServerContext* context, const grpc::Status& status)
{
    auto* reactor = context->DefaultReactor();
    reactor->Finish(status);
    return reactor;
}

} // namespace

AgentService::AgentService(RankSupervisor::Options options, const base::Clock& clock, std::stop_source shutdown)
    : m_node(options.node)
    , m_clock(clock)
    , m_guard(options.token)
    , m_shutdown(std::move(shutdown))
    , m_supervisor(std::move(options), [this](const v1::AgentUpdate& update) { m_hub.publish(update); })
{
}

void AgentService::close()
{
    m_supervisor.killAll();
    m_hub.close();
}

grpc::ServerUnaryReactor* AgentService::DescribeNode(grpc::CallbackServerContext* context,
                                                     const v1::DescribeNodeRequest* /*request*/,
                                                     v1::NodeDescription* response)
{
    const absl::Status allowed = m_guard.check(*context);
    if (allowed.ok()) {
        *response = telemetry::describeNode(m_node, m_nvml);
    }
    return finished(context, rpc::statusToGrpc(allowed, here()));
}

grpc::ServerUnaryReactor* AgentService::StartRank(grpc::CallbackServerContext* context,
                                                  const v1::StartRankRequest* request, v1::StartRankResponse* response)
{
    if (const absl::Status allowed = m_guard.check(*context); !allowed.ok()) {
        return finished(context, rpc::statusToGrpc(allowed, here()));
    }
    auto* reactor = context->DefaultReactor();
    const auto where = here(request->rank());
    m_supervisor.start(*request, [reactor, response, where](const absl::StatusOr<v1::StartRankResponse>& started) {
        if (started.ok()) {
            *response = *started;
        }
        reactor->Finish(rpc::statusToGrpc(started.status(), where));
    });
    return reactor;
}

grpc::ServerUnaryReactor* AgentService::StopRank(grpc::CallbackServerContext* context,
                                                 const v1::StopRankRequest* request, v1::StopRankResponse* /*response*/)
{
    const absl::Status allowed = m_guard.check(*context);
    if (allowed.ok()) {
        m_supervisor.stop(*request);
    }
    return finished(context, rpc::statusToGrpc(allowed, here(request->rank())));
}

grpc::ServerWriteReactor<v1::AgentUpdate>* AgentService::WatchNode(grpc::CallbackServerContext* context,
                                                                   const v1::WatchNodeRequest* request)
{
    if (const absl::Status allowed = m_guard.check(*context); !allowed.ok()) {
        return UpdateWriter::ended(rpc::statusToGrpc(allowed, here()));
    }
    const auto identity = std::make_shared<const UpdateWriter*>(nullptr);
    rpc::StreamWriterOptions options;
    options.onClosed = [this, identity] { m_cleaner.post([this, writer = *identity] { stopWatch(writer); }); };
    auto writer = UpdateWriter::create(std::move(options));
    *identity = writer.get();
    m_hub.subscribe(writer);
    const int interval = request->sample_interval_ms() > 0 ? request->sample_interval_ms() : kDefaultIntervalMs;
    startSampling(writer, std::chrono::milliseconds(std::max(interval, kShortestIntervalMs)));
    return writer.get();
}

void AgentService::startSampling(const std::shared_ptr<UpdateWriter>& writer, std::chrono::milliseconds interval)
{
    const auto sampler = std::make_shared<telemetry::HostSampler>();
    const auto sendSample = [this, writer, sampler] {
        const telemetry::HostSample host = sampler->sample();
        v1::AgentUpdate update;
        v1::NodeSample& sample = *update.mutable_sample();
        sample.set_node(m_node);
        sample.set_time_unix_ns(base::unixNanoseconds(m_clock.systemNow()));
        sample.set_cpu_busy_percent(host.cpuBusyPercent);
        sample.set_memory_available_bytes(host.memoryAvailableBytes);
        sample.set_load_average_1min(host.loadAverage1Min);
        writer->writeLatest(kSampleKey, std::move(update));
    };
    sendSample();
    {
        const std::lock_guard lock(m_mutex);
        m_tickers[writer.get()] = std::make_unique<base::Ticker>(interval, sendSample);
    }
    if (writer->closed()) { // it may have been closed before there was a ticker to end
        m_cleaner.post([this, closed = writer.get()] { stopWatch(closed); });
    }
}

void AgentService::stopWatch(const UpdateWriter* writer)
{
    m_hub.unsubscribe(writer);
    std::unique_ptr<base::Ticker> ticker;
    const std::lock_guard lock(m_mutex);
    ticker = std::move(m_tickers[writer]);
    m_tickers.erase(writer);
}

grpc::ServerUnaryReactor* AgentService::ShutdownAgent(grpc::CallbackServerContext* context,
                                                      const v1::ShutdownAgentRequest* /*request*/,
                                                      v1::ShutdownAgentResponse* /*response*/)
{
    const absl::Status allowed = m_guard.check(*context);
    if (allowed.ok()) {
        m_shutdown.request_stop();
    }
    return finished(context, rpc::statusToGrpc(allowed, here()));
}

rpc::FailureContext AgentService::here(std::int32_t rank) const
{
    return {v1::STAGE_UNSPECIFIED, rank, m_node};
}

} // namespace firstlight::agent
