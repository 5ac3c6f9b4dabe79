// The agent of a node, as the control core sees it. GrpcAgentClient talks to a process; tests have their own.
#pragma once

#include "backend/api/agent.pb.h"
#include "backend/control/reply.h"

#include <chrono>

namespace firstlight::control {

// Callbacks come on any thread. Destroying the client ends the watch without a call of `onEnded`.
class AgentClient
{
public:
    struct Watch {
        std::function<void(const v1::AgentUpdate&)> onUpdate;
        std::function<void(absl::Status)> onEnded; // once: the agent is gone, or unreachable
    };

    virtual ~AgentClient() = default;
    virtual void describe(Reply<v1::NodeDescription> reply) = 0;
    virtual void watch(std::chrono::milliseconds sampleInterval, Watch watch) = 0;
    virtual void startRank(v1::StartRankRequest request, Reply<v1::StartRankResponse> reply) = 0;
    virtual void stopRank(v1::StopRankRequest request, Reply<v1::StopRankResponse> reply) = 0;
};

} // namespace firstlight::control
