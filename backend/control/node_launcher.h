// Starts the agents of nodes: on this machine, later over ssh or by a batch system.
#pragma once

#include "backend/control/agent_client.h"

#include <memory>
#include <string>

namespace firstlight::control {

class NodeLauncher
{
public:
    // Called once when the agent's process ended, with how ("killed by signal 9 (SIGKILL)"); any thread.
    using Exited = std::function<void(std::string how)>;

    virtual ~NodeLauncher() = default;
    // Replies with the connection once the agent serves.
    virtual void launch(const std::string& node, Reply<std::shared_ptr<AgentClient>> reply, Exited exited) = 0;
    // Ends what is left of an agent, with everything below it; does not wait.
    virtual void end(const std::string& node) = 0;
    // Ends all agents in order; blocks, bounded.
    virtual void endAll() = 0;
};

} // namespace firstlight::control
