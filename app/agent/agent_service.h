// The Agent service: one small method per operation, over RankSupervisor and the samplers.
#pragma once

#include "app/agent/rank_supervisor.h"
#include "app/agent/update_hub.h"
#include "backend/api/agent.grpc.pb.h"
#include "backend/base/clock.h"
#include "backend/base/ticker.h"
#include "backend/rpc/auth.h"
#include "backend/rpc/status.h"
#include "backend/telemetry/nvml.h"

#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace firstlight::agent {

class AgentService final : public v1::Agent::CallbackService
{
public:
    // `shutdown` is requested when the controller asks for the agent's end.
    AgentService(RankSupervisor::Options options, const base::Clock& clock, std::stop_source shutdown);

    // Ends all streams and workers; before the server is shut down.
    void close();

    grpc::ServerUnaryReactor* DescribeNode(grpc::CallbackServerContext* context, const v1::DescribeNodeRequest* request,
                                           v1::NodeDescription* response) override;
    grpc::ServerUnaryReactor* StartRank(grpc::CallbackServerContext* context, const v1::StartRankRequest* request,
                                        v1::StartRankResponse* response) override;
    grpc::ServerUnaryReactor* StopRank(grpc::CallbackServerContext* context, const v1::StopRankRequest* request,
                                       v1::StopRankResponse* response) override;
    grpc::ServerWriteReactor<v1::AgentUpdate>* WatchNode(grpc::CallbackServerContext* context,
                                                         const v1::WatchNodeRequest* request) override;
    grpc::ServerUnaryReactor* ShutdownAgent(grpc::CallbackServerContext* context,
                                            const v1::ShutdownAgentRequest* request,
                                            v1::ShutdownAgentResponse* response) override;

private:
    void startSampling(const std::shared_ptr<UpdateWriter>& writer, std::chrono::milliseconds interval);
    void stopWatch(const UpdateWriter* writer);
    rpc::FailureContext here(std::int32_t rank = -1) const;

    const std::string m_node;
    const base::Clock& m_clock;
    const rpc::TokenGuard m_guard;
    std::stop_source m_shutdown;
    const telemetry::Nvml m_nvml;
    UpdateHub m_hub;
    std::mutex m_mutex;
    std::map<const UpdateWriter*, std::unique_ptr<base::Ticker>> m_tickers;
    base::ThreadExecutor m_cleaner{1}; // ends tickers, which must not end on a gRPC thread that may be theirs
    RankSupervisor m_supervisor;
};

} // namespace firstlight::agent
