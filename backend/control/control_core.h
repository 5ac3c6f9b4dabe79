// The controller without its RPC surface: inventory, deployments, logs, events, metrics, questions.
//
// Methods may be called from any thread; replies come on any thread. Everything that changes deployments or nodes
// happens on one strand. shutdown() is to be called before the end, after the server has stopped taking calls.
#pragma once

#include "backend/api/controller.pb.h"
#include "backend/base/executor.h"
#include "backend/base/log.h"
#include "backend/base/ticker.h"
#include "backend/control/checkpoint_desk.h"
#include "backend/control/cluster.h"
#include "backend/control/deployment.h"
#include "backend/control/event_log.h"
#include "backend/control/idempotency.h"
#include "backend/control/log_store.h"
#include "backend/control/metrics_hub.h"
#include "backend/control/serving_desk.h"
#include "backend/control/state_board.h"
#include "backend/control/store.h"
#include "backend/report/report.h"
#include "backend/serve/chat_service.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace firstlight::control {

struct CoreOptions {
    std::string runtimeDirectory; // private, exists
    std::string stateDirectory;
    bool discardState = false;
    ClusterOptions cluster;
    std::string token;       // of agents and workers, and never to appear anywhere
    std::string commandLine; // for reports
    DeploymentLimits limits;
};

class ControlCore final : private Cluster::Listener
{
public:
    struct Plugs {
        const base::Clock& clock;
        std::unique_ptr<CheckpointDesk> checkpoints;
        std::function<std::shared_ptr<NodeLauncher>(base::Executor& pool, LogStore& logs)> makeLauncher;
        WorkerConnector connectWorker;
    };

    // kStoreInvalid, kPathMissing (a folder that cannot be made).
    static absl::StatusOr<std::unique_ptr<ControlCore>> create(CoreOptions options, Plugs plugs);
    ~ControlCore() override;

    // What can be watched.
    EventLog& events() { return m_events; }
    LogStore& logs() { return m_logs; }
    MetricsHub& metrics() { return m_metrics; }
    StateBoard<v1::ClusterState>& cluster() { return m_clusterBoard; }
    StateBoard<v1::DeploymentState>& deployments() { return m_deploymentBoard; }
    StateBoard<v1::CommCheckReport>& commChecks() { return m_commBoard; }
    const CoreOptions& options() const { return m_options; }
    const base::Logger& logger() const { return m_logger; }
    std::int64_t startUnixNs() const { return m_startUnixNs; }
    const base::Clock& clock() const { return m_clock; }

    // All of the answer but its `controller`; never fails.
    void describe(Reply<v1::DescribeControllerResponse> reply);
    void inspect(const v1::InspectCheckpointRequest& request, Reply<v1::CheckpointReport> reply);
    void listTensors(const v1::ListTensorsRequest& request, Reply<v1::ListTensorsResponse> reply);
    void makePlan(const v1::PlanRequest& request, Reply<v1::PlanResponse> reply);

    void startDeployment(const v1::StartDeploymentRequest& request, Reply<v1::StartDeploymentResponse> reply);
    void stopDeployment(const v1::StopDeploymentRequest& request, Reply<v1::StopDeploymentResponse> reply);
    void describeShards(const v1::DescribeShardsRequest& request,
                        Reply<std::vector<v1::DescribeShardsResponse>> reply); // of all ranks
    void runCommCheck(const v1::RunCommCheckRequest& request, Reply<v1::CommCheckReport> reply);
    void createReport(const v1::CreateReportRequest& request, Reply<v1::CreateReportResponse> reply);

    absl::Status startChat(v1::ChatRequest request, serve::ChatSink sink);
    void cancelChat(const std::string& idempotencyId);

    // Starts the agents, so that the inventory is there before it is asked for.
    void begin();
    // Stops deployments and agents in order; blocks, bounded.
    void shutdown();

private:
    using DeploymentPointer = std::shared_ptr<Deployment>;

    ControlCore(CoreOptions options, Plugs plugs, std::unique_ptr<Store> store);

    void onRankExited(const std::string& node, const v1::RankExited& exited) override;
    void onNodeLost(const std::string& node, const std::string& how) override;
    void onStoreHealth(const absl::Status& health, std::int64_t lostRecords);

    // On the strand:
    absl::StatusOr<std::string> start(const v1::StartDeploymentRequest& request);
    DeploymentPointer findDeployment(const std::string& id); // empty id: the newest; null: none
    DeploymentPointer newestDeployment();
    void startWhenAlone(const DeploymentPointer& deployment);
    void tickOnStrand();
    void tick();
    report::ReportInput reportInput(const Deployment& deployment, const v1::CreateReportRequest& request);
    void forgetOldDeployments();

    const CoreOptions m_options;
    const base::Clock& m_clock;
    const std::int64_t m_startUnixNs;
    const WorkerConnector m_connectWorker;
    const std::unique_ptr<CheckpointDesk> m_checkpoints;

    LogStore m_logs;
    base::Logger m_logger;
    EventLog m_events;
    MetricsHub m_metrics;
    StateBoard<v1::ClusterState> m_clusterBoard;
    StateBoard<v1::DeploymentState> m_deploymentBoard;
    StateBoard<v1::CommCheckReport> m_commBoard;
    const std::unique_ptr<Store> m_store; // after the events, which its thread reports to

    base::ThreadExecutor m_strand{1};
    base::ThreadExecutor m_pool{4};
    base::ThreadExecutor m_probes{1};
    serve::ChatService m_chat;
    ServingDesk m_desk;
    std::shared_ptr<Cluster> m_cluster;

    // The strand's:
    std::vector<DeploymentPointer> m_deployments; // oldest first
    IdempotencyTable<std::string> m_started;
    bool m_ending = false;

    std::atomic<bool> m_tickQueued{false};
    std::int64_t m_tickCount = 0; // the ticker's
    std::unique_ptr<base::Ticker> m_ticker;
};

} // namespace firstlight::control
