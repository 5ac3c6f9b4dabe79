// Agents through backend/launch, which blocks: each call runs on a thread of the pool.
#pragma once

#include "backend/base/executor.h"
#include "backend/control/log_store.h"
#include "backend/control/node_launcher.h"
#include "backend/launch/launcher.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace firstlight::control {

class LocalNodeLauncher final : public NodeLauncher, public std::enable_shared_from_this<LocalNodeLauncher>
{
public:
    // `token`: of agents and their workers. Agents' own log lines go to `logs`.
    LocalNodeLauncher(std::unique_ptr<launch::Launcher> launcher, std::string runtimeDirectory, std::string token,
                      base::Executor& pool, LogStore& logs);

    void launch(const std::string& node, Reply<std::shared_ptr<AgentClient>> reply, Exited exited) override;
    void end(const std::string& node) override;
    void endAll() override;

private:
    absl::StatusOr<std::shared_ptr<AgentClient>> start(const std::string& node, Exited exited);
    std::string nodeDirectory(const std::string& node) const;
    void addLogLine(const std::string& node, std::string_view line);
    std::unique_ptr<launch::AgentHandle> take(const std::string& node);

    const std::unique_ptr<launch::Launcher> m_launcher;
    const std::string m_runtimeDirectory;
    const std::string m_token;
    base::Executor& m_pool;
    LogStore& m_logs;
    std::mutex m_mutex;
    std::map<std::string, std::unique_ptr<launch::AgentHandle>> m_handles; // guarded
};

} // namespace firstlight::control
