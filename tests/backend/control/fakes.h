// The control core's surroundings without processes, threads or time.
#pragma once

#include "backend/base/clock.h"
#include "backend/base/executor.h"
#include "backend/control/cluster.h"
#include "backend/control/deployment.h"
#include "backend/control/deployment_services.h"
#include "backend/control/node_launcher.h"
#include "backend/control/worker_client.h"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace firstlight::test {

class FakeClock final : public base::Clock
{
public:
    base::SystemTime systemNow() const override { return base::systemTimeFromUnix(1'000'000'000'000) + m_elapsed; }
    base::SteadyTime steadyNow() const override
    {
        return base::SteadyTime(std::chrono::duration_cast<base::SteadyTime::duration>(m_elapsed));
    }
    void advance(std::chrono::milliseconds duration) { m_elapsed += duration; }

private:
    std::chrono::nanoseconds m_elapsed{0};
};

// Runs tasks when the test says so.
class ManualExecutor final : public base::Executor
{
public:
    void post(std::function<void()> task) override { m_tasks.push_back(std::move(task)); }
    void runAll()
    {
        while (!m_tasks.empty()) {
            const auto task = std::move(m_tasks.front());
            m_tasks.pop_front();
            task();
        }
    }

private:
    std::deque<std::function<void()>> m_tasks;
};

struct FakeAgent final : control::AgentClient {
    explicit FakeAgent(std::string node) : name(std::move(node)) {}

    void describe(control::Reply<v1::NodeDescription> reply) override;
    void watch(std::chrono::milliseconds sampleInterval, Watch watch) override;
    void startRank(v1::StartRankRequest request, control::Reply<v1::StartRankResponse> reply) override;
    void stopRank(v1::StopRankRequest request, control::Reply<v1::StopRankResponse> reply) override;

    void exit(const std::string& deployment, int rank, bool signaled, int code);
    void sample();

    std::string name;
    std::string version = "1";
    Watch watching;
    std::vector<v1::StartRankRequest> started;
    std::vector<v1::StopRankRequest> stopped;
    bool exitsWhenStopped = true;
    absl::Status startFailure;
};

struct FakeLauncher final : control::NodeLauncher {
    void launch(const std::string& node, control::Reply<std::shared_ptr<control::AgentClient>> reply,
                Exited exited) override;
    void end(const std::string& node) override { ended.push_back(node); }
    void endAll() override { ended.push_back("*"); }

    std::map<std::string, std::shared_ptr<FakeAgent>> agents;
    std::map<std::string, Exited> exits;
    std::map<std::string, int> launches;
    std::vector<std::string> ended;
    absl::Status failure;
    std::string version = "1"; // of agents to come
};

struct FakeWorker final : control::WorkerClient {
    void watch(std::chrono::milliseconds sampleInterval, Watch watch) override;
    void configure(v1::ConfigureWorkerRequest request, control::Reply<v1::ConfigureWorkerResponse> reply) override;
    void runStage(v1::Stage stage, control::Reply<v1::RunStageResponse> reply) override;
    void runCommCheck(control::Reply<v1::CommCheckReport> reply) override;
    void describeSlices(control::Reply<std::vector<v1::DescribeShardsResponse>> reply) override;
    void abort(const std::string& reason) override { aborted = reason; }
    Cancel generate(v1::GenerateRequest request, Sink sink) override;

    void sample();
    void progress(std::int64_t done);

    v1::ConfigureWorkerRequest configuration;
    Watch watching;
    std::vector<v1::Stage> stages;
    std::set<v1::Stage> hangsIn;
    std::map<v1::Stage, absl::Status> failures;
    std::string aborted;
};

struct FakeServices final : control::DeploymentServices {
    void inspect(const std::string& checkpointPath, control::Reply<v1::CheckpointReport> reply) override;
    void plan(const v1::PlanRequest& request, const v1::ClusterState& cluster, control::Reply<v1::Plan> reply) override;
    void openServing(Serving serving, control::Reply<std::string> reply) override;
    void runProbe(v1::Stage stage, control::Reply<std::string> reply) override;
    void beginServing() override { ++served; }
    void drainServing(std::chrono::milliseconds limit, control::Reply<std::string> reply) override;
    void closeServing(const v1::FailureDetail* why) override;
    void usualDurations(const std::string& runKey, control::Reply<std::map<v1::Stage, std::int64_t>> reply) override;
    void recordStage(const std::string& runKey, v1::Stage stage, std::chrono::milliseconds took) override;
    void recordDeployment(const v1::DeploymentState& state) override { recorded.push_back(state); }
    void recordCommCheck(const v1::CommCheckReport& report) override { commChecks.push_back(report); }
    absl::Status storeHealth() override { return health; }

    v1::CheckpointReport checkpoint;
    absl::Status planFailure;
    int ranks = 2;
    std::map<v1::Stage, absl::Status> probeFailures;
    std::set<v1::Stage> hangingProbes;
    bool drains = true;
    int served = 0;
    std::vector<std::string> closedWith; // what of the failure, "" for none
    std::vector<v1::Stage> recordedStages;
    std::vector<v1::DeploymentState> recorded;
    std::vector<v1::CommCheckReport> commChecks;
    absl::Status health;
};

// A cluster of two fake nodes and what a deployment needs.
class FakeWorld : public control::Cluster::Listener
{
public:
    FakeWorld();
    ~FakeWorld() override;

    std::shared_ptr<control::Deployment> makeDeployment(control::DeploymentLimits limits = {});
    // Time passes: every `step` all living workers and agents report, and everything ticks.
    void pass(std::chrono::milliseconds duration, std::chrono::milliseconds step = std::chrono::milliseconds(100));
    void run() { strand.runAll(); }
    std::vector<std::string> eventKinds() const;
    FakeWorker& worker(int rank) { return *workers.at(static_cast<std::size_t>(rank)); }

    void onRankExited(const std::string& node, const v1::RankExited& exited) override;
    void onNodeLost(const std::string& node, const std::string& how) override;

    FakeClock clock;
    ManualExecutor strand;
    control::EventLog events{clock, {}};
    control::LogStore logs;
    control::MetricsHub metrics{clock};
    control::StateBoard<v1::ClusterState> clusterBoard;
    control::StateBoard<v1::DeploymentState> deploymentBoard;
    std::shared_ptr<FakeLauncher> launcher = std::make_shared<FakeLauncher>();
    std::shared_ptr<control::Cluster> cluster;
    FakeServices services;
    std::vector<std::shared_ptr<FakeWorker>> workers;
    std::set<int> silentRanks;
    std::pair<int, v1::Stage> hangs{-1, v1::STAGE_UNSPECIFIED}; // which worker to come never ends which stage
    std::shared_ptr<control::Deployment> deployment;
    std::string rendezvousDirectory;
};

} // namespace firstlight::test
