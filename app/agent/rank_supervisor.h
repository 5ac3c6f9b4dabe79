// The workers of this node: starts them, passes on what they say, tells how they end.
#pragma once

#include "backend/api/agent.pb.h"
#include "backend/base/executor.h"
#include "backend/launch/child_process.h"

#include <absl/status/statusor.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace firstlight::agent {

class RankSupervisor
{
public:
    struct Options {
        std::string node;
        std::string runtimeDirectory;
        std::string token; // that the workers shall ask for
        std::string workerProgram = "firstlight-worker";
    };
    using Publish = std::function<void(const v1::AgentUpdate&)>; // any thread
    using Started = std::function<void(const absl::StatusOr<v1::StartRankResponse>&)>;

    RankSupervisor(Options options, Publish publish);
    ~RankSupervisor(); // kills what is left and waits for it

    // `started` is called on another thread once the worker serves. The same idempotency id again gives the same
    // answer; a second start of a rank that runs is kAlreadyRunning.
    void start(const v1::StartRankRequest& request, Started started);

    // Returns at once; RankExited tells the end. Nothing to do when the rank does not run.
    void stop(const v1::StopRankRequest& request);

    void killAll();

private:
    using Key = std::pair<std::string, std::int32_t>; // deployment, rank

    struct RankEntry {
        std::string idempotencyId;
        std::unique_ptr<launch::ChildProcess> child; // null while it starts
        absl::StatusOr<v1::StartRankResponse> response;
        std::vector<Started> waiting;
        std::optional<std::chrono::milliseconds> stopGrace; // a stop that came while it started
        bool ended = false;
    };

    void launchRank(const Key& key);
    absl::StatusOr<std::unique_ptr<launch::ChildProcess>> startChild(const Key& key);
    void finishStart(const Key& key, absl::StatusOr<std::unique_ptr<launch::ChildProcess>> child);
    void onLine(const Key& key, std::string_view line);
    void onExit(const Key& key, const launch::ChildExit& exit, std::optional<std::int64_t> killsBefore);
    void removeEnded();

    const Options m_options;
    const Publish m_publish;
    std::mutex m_mutex;
    std::map<Key, RankEntry> m_ranks;
    base::ThreadExecutor m_executor; // last: its tasks use the above
};

} // namespace firstlight::agent
