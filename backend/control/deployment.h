// The life of one deployment: through its stages to serving, and down again.
//
// A state machine on the control strand: every method is called there, and everything that happens elsewhere (answers,
// news of processes, time) is posted to it. The first failure wins, is kept for ever, and takes everything else down
// in bounded time. It never waits and knows no processes: see AgentClient, WorkerClient and DeploymentServices.
#pragma once

#include "backend/base/clock.h"
#include "backend/base/executor.h"
#include "backend/control/cluster.h"
#include "backend/control/deployment_limits.h"
#include "backend/control/deployment_services.h"
#include "backend/control/rank_set.h"
#include "backend/control/stage_log.h"
#include "backend/control/strand_callback.h"
#include "backend/diagnose/first_cause.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::control {

struct DeploymentSetup {
    std::string id;
    std::string checkpointPath;
    v1::Layout layout;
    v1::Workload workload;
    std::string rendezvousDirectory; // made in the launch, removed at the end
    std::string version;             // that agents must have
};

// All outlive the deployment.
struct DeploymentContext {
    Cluster& cluster;
    WorkerConnector connectWorker;
    DeploymentServices& services;
    const base::Clock& clock;
    base::Executor& strand;
    EventLog& events;
    MetricsHub& metrics;
    StateBoard<v1::DeploymentState>& board; // key: the id
};

class Deployment : public std::enable_shared_from_this<Deployment>
{
public:
    Deployment(DeploymentSetup setup, DeploymentContext context, DeploymentLimits limits);

    void start();
    void stop();
    void tick(); // to be called often: stalls, silence, limits
    void onRankExited(const std::string& node, const v1::RankExited& exited);
    void onNodeLost(const std::string& node, const std::string& how);
    // Something that somebody outside saw, e.g. a broken answer.
    void onTrouble(const absl::Status& status);

    const v1::DeploymentState& state() const { return m_state; }
    std::shared_ptr<WorkerClient> worker(int rank);
    // True once nothing of it runs any more.
    bool finished() const { return m_phase == Phase::kFinished; }
    // Runs `action` once finished, at once if it is.
    void whenFinished(std::function<void()> action);

private:
    enum class Phase { kRunning, kDraining, kTearingDown, kFinished };

    // Stages (deployment_stages.cpp)
    void enter(v1::Stage stage);
    void beginPreflight();
    void checkPreflight(const v1::ClusterState& cluster);
    void beginPlan();
    void beginLaunch();
    void launchRank(Rank& rank);
    void connectRank(int rank, const v1::StartRankResponse& started);
    v1::ConfigureWorkerRequest configuration(int rank) const;
    void beginRankStage(v1::Stage stage);
    void onRankStageDone(int rank, absl::StatusOr<v1::RunStageResponse> response);
    void onCommCheck(const v1::CommCheckReport& report);
    std::shared_ptr<serve::Generator> leaders() const;
    void beginTextProbe();
    void beginProbe(v1::Stage stage);
    void beginServing();
    void rankDone(int rank, const std::string& summary);
    void finishStage(const std::string& summary);
    int threadsPerRank(const Rank& rank) const;

    // Failures and the end (deployment.cpp)
    void onWorkerUpdate(int rank, const v1::WorkerUpdate& update);
    void fail(const absl::Status& status, int rank = -1);
    void report(v1::FailureDetail failure);
    void concludeFailure();
    void blameSilentRank();
    void drain();
    void tearDown(std::chrono::milliseconds grace);
    void finishIfAllEnded();
    void finish();
    void checkHeartbeats();
    void publish();
    void addEvent(const std::string& kind, v1::Severity severity, const std::string& message, int rank = -1);
    std::string nodeOf(int rank);

    template <typename Handle>
    auto onStrand(Handle handle)
    {
        return strandCallback(weak_from_this(), m_context.strand, std::move(handle));
    }
    // A callback that runs on the strand, and only while this stage lasts.
    template <typename Handle>
    auto inStage(Handle handle)
    {
        return onStrand([token = m_stageToken, handle = std::move(handle)](Deployment& self, auto&&... values) {
            if (self.m_stageToken == token) {
                handle(self, std::forward<decltype(values)>(values)...);
            }
        });
    }

    const DeploymentSetup m_setup;
    const DeploymentContext m_context;
    const DeploymentLimits m_limits;
    v1::DeploymentState m_state;
    StageLog m_stages;
    RankSet m_ranks;
    v1::CheckpointReport m_checkpoint;
    std::vector<std::string> m_rankSummaries;
    std::string m_runKey;
    std::int64_t m_stageToken = 0;

    Phase m_phase = Phase::kRunning;
    diagnose::FirstCause m_cause;
    std::optional<base::SteadyTime> m_settleUntil;
    base::SteadyTime m_teardownDeadline;
    std::vector<std::function<void()>> m_whenFinished;
};

} // namespace firstlight::control
