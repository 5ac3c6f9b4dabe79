// What each stage of a deployment does.
#include "backend/control/deployment.h"

#include "backend/api/stage_name.h"
#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/diagnose/checkpoint_blocker.h"
#include "backend/report/format.h"
#include "backend/rpc/status.h"
#include "backend/serve/replica_generator.h"

#include <algorithm>
#include <utility>

namespace firstlight::control {
namespace {

std::string layoutText(const v1::Layout& layout)
{
    return "TP " + std::to_string(layout.tensor_parallel()) + " x PP " + std::to_string(layout.pipeline_parallel()) +
           " x DP " + std::to_string(layout.data_parallel());
}

bool isRankStage(v1::Stage stage)
{
    return stage >= v1::STAGE_LAUNCH && stage <= v1::STAGE_WARM_UP;
}

// What all ranks found: once if they agree, else each with its number.
std::string joinedSummary(const std::vector<std::string>& summaries)
{
    const auto differs = [&](const std::string& summary) { return summary != summaries.front(); };
    if (summaries.empty() || std::ranges::none_of(summaries, differs)) {
        return summaries.empty() ? "" : summaries.front();
    }
    std::string joined;
    for (std::size_t rank = 0; rank < summaries.size(); ++rank) {
        joined += (joined.empty() ? "rank " : "; rank ") + std::to_string(rank) + ": " + summaries[rank];
    }
    return joined;
}

} // namespace

void Deployment::start()
{
    if (m_phase != Phase::kRunning) { // stopped while it waited for an earlier one to end
        return;
    }
    m_context.metrics.setDeployment(m_setup.id);
    enter(v1::STAGE_PREFLIGHT);
}

void Deployment::enter(v1::Stage stage)
{
    ++m_stageToken;
    m_stages.begin(stage, m_limits.stallLimit(stage), isRankStage(stage) ? m_state.ranks_size() : 0);
    m_rankSummaries.assign(static_cast<std::size_t>(m_state.ranks_size()), "");
    addEvent("stage_started", v1::SEVERITY_INFO, "Stage \"" + api::stageName(stage) + "\" began.");
    publish();
    switch (stage) {
    case v1::STAGE_PREFLIGHT:
        beginPreflight();
        break;
    case v1::STAGE_PLAN:
        beginPlan();
        break;
    case v1::STAGE_LAUNCH:
        beginLaunch();
        break;
    case v1::STAGE_TEXT_PROBE:
        beginTextProbe();
        break;
    case v1::STAGE_IMAGE_PROBE:
    case v1::STAGE_REPEATABILITY_PROBE:
        beginProbe(stage);
        break;
    case v1::STAGE_SERVING:
        beginServing();
        break;
    case v1::STAGE_DRAINING:
        drain();
        break;
    default:
        beginRankStage(stage);
        break;
    }
}

void Deployment::finishStage(const std::string& summary)
{
    const v1::Stage stage = m_state.stage();
    const auto took = m_stages.finish(summary);
    if (!m_runKey.empty()) {
        m_context.services.recordStage(m_runKey, stage, took);
    }
    addEvent("stage_finished", v1::SEVERITY_INFO, "Stage \"" + api::stageName(stage) + "\": " + summary);
    enter(static_cast<v1::Stage>(stage + 1));
}

// Preflight and plan

void Deployment::beginPreflight()
{
    m_context.services.inspect(m_setup.checkpointPath, inStage([](Deployment& self, const auto& checkpoint) {
                                   if (!checkpoint.ok()) {
                                       self.fail(checkpoint.status());
                                       return;
                                   }
                                   self.m_checkpoint = *checkpoint;
                                   self.m_state.set_has_vision(checkpoint->has_vision());
                                   if (!checkpoint->name().empty()) {
                                       self.m_state.set_model_name(checkpoint->name());
                                   }
                                   self.m_context.cluster.ensureOnline(
                                       self.inStage([](Deployment& self, const auto& cluster) {
                                           if (cluster.ok()) {
                                               self.checkPreflight(*cluster);
                                           } else {
                                               self.fail(cluster.status());
                                           }
                                       }));
                               }));
}

void Deployment::checkPreflight(const v1::ClusterState& cluster)
{
    for (const v1::Verdict* verdict :
         {&m_checkpoint.complete(), &m_checkpoint.consistent(), &m_checkpoint.supported()}) {
        for (const v1::FailureDetail& finding : verdict->findings()) {
            addEvent("checkpoint_finding", v1::SEVERITY_WARNING, finding.what() + " " + finding.next_step());
        }
    }
    if (const v1::FailureDetail* blocker = diagnose::checkpointBlocker(m_checkpoint)) {
        fail(rpc::statusFromDetail(*blocker));
        return;
    }
    for (const v1::NodeStatus& node : cluster.nodes()) {
        const auto& versions = node.description().versions();
        const auto theirs = versions.find("firstlight");
        if (theirs != versions.end() && theirs->second != m_setup.version) {
            fail(base::failure(
                reasons::kVersionMismatch,
                {{"ours", m_setup.version}, {"theirs", theirs->second + " on " + node.description().name()}}));
            return;
        }
    }
    const absl::Status store = m_context.services.storeHealth();
    if (!store.ok()) { // serving does not need it
        addEvent("store_full", v1::SEVERITY_WARNING, std::string(store.message()));
    }
    finishStage(std::to_string(m_checkpoint.tensors_found()) + " tensors in " +
                std::to_string(m_checkpoint.shard_count()) + " shards, " +
                report::formatBytes(m_checkpoint.weight_bytes()) + "; " + std::to_string(cluster.nodes_size()) +
                " nodes online");
}

void Deployment::beginPlan()
{
    v1::PlanRequest request;
    request.set_checkpoint_path(m_setup.checkpointPath);
    *request.mutable_layout() = m_setup.layout;
    *request.mutable_workload() = m_setup.workload;
    m_context.services.plan(
        request, m_context.cluster.state(), inStage([](Deployment& self, const auto& plan) {
            if (!plan.ok()) {
                self.fail(plan.status());
                return;
            }
            *self.m_state.mutable_plan() = *plan;
            self.m_ranks.reset(*plan);
            const std::string layout = layoutText(plan->layout());
            self.m_runKey =
                self.m_checkpoint.config_hash() + "/" + std::to_string(self.m_checkpoint.weight_bytes()) + "/" + layout;
            self.m_context.services.usualDurations(self.m_runKey, self.onStrand([](Deployment& self, auto durations) {
                if (durations.ok()) {
                    self.m_stages.setUsualDurations(*std::move(durations));
                    self.publish();
                }
            }));
            self.finishStage(layout + " over " + std::to_string(plan->ranks_size()) +
                             (plan->ranks_size() == 1 ? " rank" : " ranks"));
        }));
}

// Launch

void Deployment::beginLaunch()
{
    const absl::Status made = base::makePrivateDirectory(m_setup.rendezvousDirectory);
    if (!made.ok()) {
        fail(made);
        return;
    }
    for (Rank& rank : m_ranks.all()) {
        m_ranks.setState(rank.number, v1::RANK_STATE_STARTING);
        launchRank(rank);
    }
    publish();
}

void Deployment::launchRank(Rank& rank)
{
    const auto agent = m_context.cluster.agent(rank.node);
    if (agent == nullptr) {
        fail(base::failure(reasons::kNodeLost, {{"node", rank.node}, {"how", "it is not online"}}), rank.number);
        return;
    }
    v1::StartRankRequest request;
    request.set_idempotency_id(m_setup.id + "/" + std::to_string(rank.number));
    request.set_deployment_id(m_setup.id);
    request.set_rank(rank.number);
    request.set_device_index(rank.device);
    rank.startRequested = true;
    agent->startRank(request,
                     onStrand([number = rank.number, token = m_stageToken](Deployment& self, const auto& started) {
                         if (!started.ok()) {
                             self.m_ranks.ended(number, "did not start");
                             self.finishIfAllEnded();
                         }
                         if (self.m_stageToken != token) {
                             return; // too late: a rank that came up is being stopped
                         }
                         if (started.ok()) {
                             self.connectRank(number, *started);
                         } else {
                             self.fail(started.status(), number);
                         }
                     }));
}

void Deployment::connectRank(int rank, const v1::StartRankResponse& started)
{
    auto worker = m_context.connectWorker(started.worker_address(), rank, nodeOf(rank));
    worker->watch(m_limits.sampleInterval,
                  {onStrand([rank](Deployment& self, const auto& update) { self.onWorkerUpdate(rank, update); }),
                   onStrand([rank](Deployment& self, const absl::Status& status) {
                       const Rank* found = self.m_ranks.find(rank);
                       if (self.m_phase == Phase::kRunning && found != nullptr && !found->ended) {
                           self.fail(status, rank);
                       }
                   })});
    worker->configure(configuration(rank), inStage([rank](Deployment& self, const auto& configured) {
                          if (configured.ok()) {
                              self.rankDone(rank, "process " + std::to_string(self.m_state.ranks(rank).pid()));
                          } else {
                              self.fail(configured.status(), rank);
                          }
                      }));
    m_ranks.started(rank, started.pid(), std::move(worker), m_context.clock.steadyNow());
    addEvent("rank_started", v1::SEVERITY_INFO,
             "Rank " + std::to_string(rank) + " is process " + std::to_string(started.pid()) + " on " + nodeOf(rank) +
                 ".",
             rank);
    publish();
}

v1::ConfigureWorkerRequest Deployment::configuration(int rank) const
{
    v1::ConfigureWorkerRequest request;
    request.set_deployment_id(m_setup.id);
    request.set_rank(rank);
    request.set_world_size(m_state.ranks_size());
    *request.mutable_plan() = m_state.plan();
    request.set_checkpoint_path(m_setup.checkpointPath);
    request.set_rendezvous_directory(m_setup.rendezvousDirectory);
    request.set_thread_count(threadsPerRank(m_ranks.all()[static_cast<std::size_t>(rank)]));
    request.set_collective_timeout_ms(static_cast<int>(m_limits.collectiveTimeout.count()));
    return request;
}

// Nodes may share a machine (all do on a laptop): its cores are divided among all ranks that are there.
int Deployment::threadsPerRank(const Rank& rank) const
{
    const v1::ClusterState cluster = m_context.cluster.state();
    const auto descriptionOf = [&](const std::string& name) -> const v1::NodeDescription* {
        for (const v1::NodeStatus& node : cluster.nodes()) {
            if (node.description().name() == name) {
                return &node.description();
            }
        }
        return nullptr;
    };
    const v1::NodeDescription* own = descriptionOf(rank.node);
    const auto sharesMachine = [&](const Rank& other) {
        const v1::NodeDescription* theirs = descriptionOf(other.node);
        return own != nullptr && theirs != nullptr && theirs->hostname() == own->hostname();
    };
    const auto sharing = std::max<std::ptrdiff_t>(1, std::ranges::count_if(m_ranks.all(), sharesMachine));
    return own == nullptr ? 1 : std::max(1, own->cpu_count() / static_cast<int>(sharing));
}

// Stages of the workers

void Deployment::beginRankStage(v1::Stage stage)
{
    for (const Rank& rank : m_ranks.all()) {
        rank.worker->runStage(stage, inStage([number = rank.number](Deployment& self, auto response) {
                                  self.onRankStageDone(number, std::move(response));
                              }));
    }
}

void Deployment::onRankStageDone(int rank, absl::StatusOr<v1::RunStageResponse> response)
{
    m_ranks.heard(rank, m_context.clock.steadyNow());
    if (!response.ok()) {
        fail(response.status(), rank);
        return;
    }
    if (m_state.stage() == v1::STAGE_COMM_CHECK && rank == 0 && response->has_comm_check()) {
        onCommCheck(response->comm_check());
    }
    if (m_phase == Phase::kRunning) {
        rankDone(rank, response->summary());
    }
}

void Deployment::onCommCheck(const v1::CommCheckReport& report)
{
    v1::CommCheckReport recorded = report;
    recorded.set_deployment_id(m_setup.id);
    m_context.services.recordCommCheck(recorded);
    if (report.passed()) {
        return;
    }
    fail(report.has_failure()
             ? rpc::statusFromDetail(report.failure())
             : base::failure(reasons::kProbeFailed, {{"probe", "communication"}, {"detail", report.verdict()}}));
}

void Deployment::rankDone(int rank, const std::string& summary)
{
    m_stages.rankFinished(rank);
    m_rankSummaries[static_cast<std::size_t>(rank)] = summary;
    if (m_stages.unfinishedRanks().empty()) {
        finishStage(joinedSummary(m_rankSummaries));
    } else {
        publish();
    }
}

// Probes and serving

// The first rank of each replica takes questions.
std::shared_ptr<serve::Generator> Deployment::leaders() const
{
    std::vector<std::shared_ptr<serve::Generator>> leaders;
    for (const v1::RankStatus& rank : m_state.ranks()) {
        if (rank.tp_rank() == 0 && rank.pp_rank() == 0) {
            leaders.push_back(m_ranks.all()[static_cast<std::size_t>(rank.rank())].worker);
        }
    }
    return std::make_shared<serve::ReplicaGenerator>(std::move(leaders));
}

void Deployment::beginTextProbe()
{
    m_context.services.openServing({m_setup.id, m_setup.checkpointPath, leaders(), m_state.plan().workload()},
                                   inStage([](Deployment& self, const auto& opened) {
                                       if (opened.ok()) {
                                           self.beginProbe(v1::STAGE_TEXT_PROBE);
                                       } else {
                                           self.fail(opened.status());
                                       }
                                   }));
}

void Deployment::beginProbe(v1::Stage stage)
{
    m_context.services.runProbe(stage, inStage([](Deployment& self, const auto& summary) {
                                    if (summary.ok()) {
                                        self.finishStage(*summary);
                                    } else {
                                        self.fail(summary.status());
                                    }
                                }));
}

void Deployment::beginServing()
{
    m_context.services.beginServing();
    m_state.set_ready(true);
    addEvent("ready", v1::SEVERITY_INFO, m_state.model_name() + " is ready.");
    publish();
    m_context.services.recordDeployment(m_state);
}

} // namespace firstlight::control
