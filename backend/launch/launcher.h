// How agents come to run on their nodes: on this machine here; over ssh or by a batch system with other launchers.
#pragma once

#include "backend/launch/child_process.h"

#include <absl/status/statusor.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace firstlight::launch {

struct AgentSpec {
    std::string node;             // unique name
    std::string runtimeDirectory; // private folder for its sockets, made by the launcher
    std::string token;            // that the agent shall ask for
    std::chrono::milliseconds readyTimeout{20'000};
};

struct AgentEvents {
    std::function<void(std::string_view line)> onLine;
    std::function<void(const ChildExit&)> onExit;
};

class AgentHandle
{
public:
    virtual ~AgentHandle() = default;        // ends the agent, and its workers with it
    virtual std::string address() const = 0; // gRPC target
    virtual pid_t pid() const = 0;           // on its node
    virtual bool running() const = 0;
    virtual void stop(std::chrono::milliseconds grace) = 0;
    virtual void kill() = 0;
    virtual bool waitForExit(std::chrono::milliseconds timeout) const = 0;
};

class Launcher
{
public:
    virtual ~Launcher() = default;
    // Blocks until the agent serves. The events come on a thread of the launcher's.
    virtual absl::StatusOr<std::unique_ptr<AgentHandle>> startAgent(const AgentSpec& spec, AgentEvents events) = 0;
};

// Agents as children of this process; each is a "node" of its own.
class LocalLauncher final : public Launcher
{
public:
    absl::StatusOr<std::unique_ptr<AgentHandle>> startAgent(const AgentSpec& spec, AgentEvents events) override;
};

} // namespace firstlight::launch
