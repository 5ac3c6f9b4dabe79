#include "backend/launch/launcher.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"

namespace firstlight::launch {
namespace {

class LocalAgent final : public AgentHandle
{
public:
    explicit LocalAgent(std::unique_ptr<ChildProcess> child) : m_child(std::move(child)) {}

    std::string address() const override { return m_child->ready().value("address", std::string()); }
    pid_t pid() const override { return m_child->pid(); }
    bool running() const override { return m_child->running(); }
    void stop(std::chrono::milliseconds grace) override { m_child->stop(grace); }
    void kill() override { m_child->kill(); }
    bool waitForExit(std::chrono::milliseconds timeout) const override { return m_child->waitForExit(timeout); }

private:
    std::unique_ptr<ChildProcess> m_child;
};

} // namespace

absl::StatusOr<std::unique_ptr<AgentHandle>> LocalLauncher::startAgent(const AgentSpec& spec, AgentEvents events)
{
    FIRSTLIGHT_RETURN_IF_ERROR(base::makePrivateDirectory(spec.runtimeDirectory));
    ChildOptions options;
    options.program = "firstlight-agent";
    options.arguments = {"--node", spec.node, "--runtime-dir", spec.runtimeDirectory};
    options.secrets = {{"token", spec.token}};
    options.readyTimeout = spec.readyTimeout;
    options.onLine = std::move(events.onLine);
    options.onExit = std::move(events.onExit);
    FIRSTLIGHT_ASSIGN_OR_RETURN(auto child, ChildProcess::start(std::move(options)));
    return std::make_unique<LocalAgent>(std::move(child));
}

} // namespace firstlight::launch
