#include "backend/control/local_node_launcher.h"

#include "backend/base/log.h"
#include "backend/base/text.h"
#include "backend/control/grpc_agent_client.h"
#include "backend/rpc/log_severity.h"

#include <chrono>
#include <filesystem>
#include <utility>
#include <vector>

namespace firstlight::control {
namespace {

constexpr std::chrono::milliseconds kStopGrace{2000};

// What cannot be removed is in nobody's way: names are not used twice.
void removeDirectory(const std::string& path)
{
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
}

} // namespace

LocalNodeLauncher::LocalNodeLauncher(std::unique_ptr<launch::Launcher> launcher, std::string runtimeDirectory,
                                     std::string token, base::Executor& pool, LogStore& logs)
    : m_launcher(std::move(launcher))
    , m_runtimeDirectory(std::move(runtimeDirectory))
    , m_token(std::move(token))
    , m_pool(pool)
    , m_logs(logs)
{
}

void LocalNodeLauncher::launch(const std::string& node, Reply<std::shared_ptr<AgentClient>> reply, Exited exited)
{
    m_pool.post([self = shared_from_this(), node, reply = std::move(reply), exited = std::move(exited)] {
        self->take(node); // what is left of an earlier one
        reply(self->start(node, exited));
    });
}

std::string LocalNodeLauncher::nodeDirectory(const std::string& node) const
{
    return m_runtimeDirectory + "/nodes/" + node;
}

absl::StatusOr<std::shared_ptr<AgentClient>> LocalNodeLauncher::start(const std::string& node, Exited exited)
{
    launch::AgentSpec spec;
    spec.node = node;
    spec.runtimeDirectory = nodeDirectory(node);
    spec.token = m_token;
    removeDirectory(spec.runtimeDirectory); // sockets of processes that were killed
    auto handle = m_launcher->startAgent(
        spec, {[this, node](std::string_view line) { addLogLine(node, line); },
               [exited = std::move(exited)](const launch::ChildExit& exit) { exited(launch::describeExit(exit)); }});
    if (!handle.ok()) {
        return handle.status();
    }
    auto client = std::make_shared<GrpcAgentClient>((*handle)->address(), m_token, node);
    const std::lock_guard lock(m_mutex);
    m_handles[node] = *std::move(handle);
    return client;
}

void LocalNodeLauncher::addLogLine(const std::string& node, std::string_view line)
{
    v1::LogLine added;
    added.set_node(node);
    added.set_rank(-1);
    added.set_program("firstlight-agent");
    added.set_severity(v1::SEVERITY_INFO);
    if (const auto record = base::parseLogLine(line)) {
        added.set_time_unix_ns(base::unixNanoseconds(record->time));
        added.set_severity(rpc::toMessage(record->severity));
        added.set_program(base::validText(record->program));
        added.set_text(base::validText(record->message));
    } else {
        added.set_text(base::validText(line));
    }
    m_logs.add(std::move(added));
}

std::unique_ptr<launch::AgentHandle> LocalNodeLauncher::take(const std::string& node)
{
    const std::lock_guard lock(m_mutex);
    auto found = m_handles.extract(node);
    return found.empty() ? nullptr : std::move(found.mapped());
}

void LocalNodeLauncher::end(const std::string& node)
{
    // Destroying a handle waits for its process, so not here; std::function wants what can be copied.
    m_pool.post([handle = std::shared_ptr<launch::AgentHandle>(take(node))]() mutable { handle.reset(); });
}

void LocalNodeLauncher::endAll()
{
    std::map<std::string, std::unique_ptr<launch::AgentHandle>> handles;
    {
        const std::lock_guard lock(m_mutex);
        handles = std::exchange(m_handles, {});
    }
    for (const auto& [node, handle] : handles) {
        handle->stop(kStopGrace);
    }
    for (const auto& [node, handle] : handles) {
        handle->waitForExit(2 * kStopGrace);
    }
    removeDirectory(m_runtimeDirectory + "/nodes");
}

} // namespace firstlight::control
