#include "app/agent/rank_supervisor.h"

#include "app/agent/log_line.h"
#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/base/random_token.h"
#include "backend/telemetry/memory_limit.h"

#include <csignal>
#include <filesystem>

#include <unistd.h>

namespace firstlight::agent {
namespace {

constexpr int kStartThreads = 4; // ranks that start at the same time

void removeFolder(const std::string& directory)
{
    std::error_code ignored; // what cannot be removed now goes with the agent's runtime folder
    std::filesystem::remove_all(directory, ignored);
}

absl::StatusOr<v1::StartRankResponse> responseFor(const absl::StatusOr<std::unique_ptr<launch::ChildProcess>>& child)
{
    if (!child.ok()) {
        return child.status();
    }
    v1::StartRankResponse response;
    response.set_pid((*child)->pid());
    response.set_worker_address((*child)->ready().value("address", std::string()));
    return response;
}

} // namespace

RankSupervisor::RankSupervisor(Options options, Publish publish)
    : m_options(std::move(options)), m_publish(std::move(publish)), m_executor(kStartThreads)
{
}

RankSupervisor::~RankSupervisor()
{
    killAll();
    m_executor.shutdown();
    std::map<Key, RankEntry> ranks;
    {
        const std::lock_guard lock(m_mutex);
        ranks.swap(m_ranks);
    }
    // Children end here, without the lock that their callbacks take.
}

void RankSupervisor::start(const v1::StartRankRequest& request, Started started)
{
    const Key key{request.deployment_id(), request.rank()};
    std::unique_lock lock(m_mutex);
    const auto found = m_ranks.find(key);
    if (found == m_ranks.end() || found->second.ended) {
        RankEntry entry;
        entry.idempotencyId = request.idempotency_id();
        entry.waiting.push_back(std::move(started));
        m_ranks[key] = std::move(entry);
        m_executor.post([this, key] {
            removeEnded();
            launchRank(key);
        });
    } else if (found->second.idempotencyId != request.idempotency_id()) {
        lock.unlock();
        started(base::failure(reasons::kAlreadyRunning, absl::StatusCode::kAlreadyExists, {{"deployment", key.first}}));
    } else if (found->second.child == nullptr) {
        found->second.waiting.push_back(std::move(started));
    } else {
        const auto response = found->second.response;
        lock.unlock();
        started(response);
    }
}

void RankSupervisor::launchRank(const Key& key)
{
    finishStart(key, startChild(key));
}

absl::StatusOr<std::unique_ptr<launch::ChildProcess>> RankSupervisor::startChild(const Key& key)
{
    // Socket paths are short: a folder per start, so that a worker of yesterday is never met.
    const std::string directory = m_options.runtimeDirectory + "/" + base::randomHex(4);
    FIRSTLIGHT_RETURN_IF_ERROR(base::makePrivateDirectory(directory));
    const auto killsBefore = telemetry::outOfMemoryKills(::getpid());
    launch::ChildOptions options;
    options.program = m_options.workerProgram;
    options.arguments = {"--rank", std::to_string(key.second), "--runtime-dir", directory};
    options.secrets = {{"token", m_options.token}, {"node", m_options.node}};
    options.onLine = [this, key](std::string_view line) { onLine(key, line); };
    options.onExit = [this, key, killsBefore, directory](const launch::ChildExit& exit) {
        removeFolder(directory);
        onExit(key, exit, killsBefore);
    };
    auto child = launch::ChildProcess::start(std::move(options));
    if (!child.ok()) {
        removeFolder(directory);
    }
    return child;
}

void RankSupervisor::finishStart(const Key& key, absl::StatusOr<std::unique_ptr<launch::ChildProcess>> child)
{
    std::vector<Started> waiting;
    const auto response = responseFor(child);
    {
        const std::lock_guard lock(m_mutex);
        RankEntry& entry = m_ranks[key];
        waiting.swap(entry.waiting);
        entry.response = response;
        entry.ended = entry.ended || !child.ok();
        if (child.ok()) {
            entry.child = std::move(*child);
            if (entry.stopGrace) {
                entry.child->stop(*entry.stopGrace);
            }
        }
    }
    for (const Started& started : waiting) {
        started(response);
    }
}

void RankSupervisor::stop(const v1::StopRankRequest& request)
{
    const std::chrono::milliseconds grace(std::max(0, request.grace_ms()));
    const std::lock_guard lock(m_mutex);
    const auto found = m_ranks.find({request.deployment_id(), request.rank()});
    if (found == m_ranks.end() || found->second.ended) {
        return;
    }
    if (found->second.child != nullptr) {
        found->second.child->stop(grace);
    } else {
        found->second.stopGrace = grace;
    }
}

void RankSupervisor::killAll()
{
    const std::lock_guard lock(m_mutex);
    for (auto& [key, entry] : m_ranks) {
        if (entry.child != nullptr) {
            entry.child->kill();
        } else {
            entry.stopGrace = std::chrono::milliseconds(0);
        }
    }
}

void RankSupervisor::onLine(const Key& key, std::string_view line)
{
    v1::AgentUpdate update;
    *update.mutable_log() = makeLogLine(line, "firstlight-worker", std::chrono::system_clock::now());
    update.mutable_log()->set_deployment_id(key.first);
    update.mutable_log()->set_rank(key.second);
    update.mutable_log()->set_node(m_options.node);
    m_publish(update);
}

void RankSupervisor::onExit(const Key& key, const launch::ChildExit& exit, std::optional<std::int64_t> killsBefore)
{
    v1::AgentUpdate update;
    v1::RankExited& exited = *update.mutable_exited();
    exited.set_deployment_id(key.first);
    exited.set_rank(key.second);
    exited.set_pid(exit.pid);
    exited.set_signaled(exit.signaled);
    exited.set_code(exit.code);
    exited.set_last_error_line(exit.lastErrorLine);
    if (exit.signaled && exit.code == SIGKILL) {
        const auto killsNow = telemetry::outOfMemoryKills(::getpid());
        exited.set_out_of_memory(killsBefore && killsNow && *killsNow > *killsBefore);
    }
    m_publish(update);
    const std::lock_guard lock(m_mutex);
    m_ranks[key].ended = true;
}

void RankSupervisor::removeEnded()
{
    std::vector<std::unique_ptr<launch::ChildProcess>> ended;
    {
        const std::lock_guard lock(m_mutex);
        for (auto entry = m_ranks.begin(); entry != m_ranks.end();) {
            if (entry->second.ended && entry->second.waiting.empty()) {
                ended.push_back(std::move(entry->second.child));
                entry = m_ranks.erase(entry);
            } else {
                ++entry;
            }
        }
    }
}

} // namespace firstlight::agent
