#pragma once

#include "backend/api/agent.grpc.pb.h"
#include "backend/control/agent_client.h"
#include "backend/control/watch_guard.h"

#include <memory>
#include <string>

namespace firstlight::control {

// An agent process over gRPC.
class GrpcAgentClient final : public AgentClient
{
public:
    // A broken connection or a silent agent is kNodeLost with the name of `node`.
    GrpcAgentClient(const std::string& address, std::string token, std::string node);

    void describe(Reply<v1::NodeDescription> reply) override;
    void watch(std::chrono::milliseconds sampleInterval, Watch watch) override;
    void startRank(v1::StartRankRequest request, Reply<v1::StartRankResponse> reply) override;
    void stopRank(v1::StopRankRequest request, Reply<v1::StopRankResponse> reply) override;

private:
    template <typename Response>
    Reply<Response> named(Reply<Response> reply) const;

    const std::string m_token;
    const std::string m_node;
    const std::shared_ptr<v1::Agent::Stub> m_stub;
    WatchGuard m_watch;
};

} // namespace firstlight::control
