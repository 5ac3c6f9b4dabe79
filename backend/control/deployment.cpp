#include "backend/control/deployment.h"

#include "backend/api/stage_name.h"
#include "backend/base/failure.h"
#include "backend/diagnose/exit_description.h"
#include "backend/rpc/status.h"

#include <filesystem>
#include <utility>

namespace firstlight::control {
namespace {

std::string secondsText(std::chrono::steady_clock::duration duration)
{
    return std::to_string(std::chrono::round<std::chrono::seconds>(duration).count());
}

std::string rankList(const std::vector<int>& ranks)
{
    std::string text;
    for (const int rank : ranks) {
        text += (text.empty() ? "rank " : ", rank ") + std::to_string(rank);
    }
    return text.empty() ? "the controller" : text;
}

// The last part of a path that may end with a slash.
std::string folderName(const std::string& path)
{
    const std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
    return normal.has_filename() ? normal.filename() : normal.parent_path().filename();
}

} // namespace

Deployment::Deployment(DeploymentSetup setup, DeploymentContext context, DeploymentLimits limits)
    : m_setup(std::move(setup))
    , m_context(std::move(context))
    , m_limits(limits)
    , m_stages(m_state, m_context.clock)
    , m_ranks(m_state)
{
    m_state.set_deployment_id(m_setup.id);
    m_state.set_checkpoint_path(m_setup.checkpointPath);
    m_state.set_model_name(folderName(m_setup.checkpointPath));
    m_state.set_driver("native");
    m_state.set_created_unix_ns(base::unixNanoseconds(m_context.clock.systemNow()));
}

std::string Deployment::nodeOf(int rank)
{
    const Rank* found = m_ranks.find(rank);
    return found == nullptr ? std::string() : found->node;
}

void Deployment::publish()
{
    m_state.set_revision(m_state.revision() + 1);
    m_context.board.publish(m_setup.id, m_state);
}

void Deployment::addEvent(const std::string& kind, v1::Severity severity, const std::string& message, int rank)
{
    v1::Event event = makeEvent(kind, severity, message);
    event.set_deployment_id(m_setup.id);
    event.set_stage(m_state.stage());
    event.set_rank(rank);
    event.set_node(nodeOf(rank));
    m_context.events.add(std::move(event));
}

std::shared_ptr<WorkerClient> Deployment::worker(int rank)
{
    const Rank* found = m_ranks.find(rank);
    return found == nullptr ? nullptr : found->worker;
}

void Deployment::whenFinished(std::function<void()> action)
{
    if (finished()) {
        action();
    } else {
        m_whenFinished.push_back(std::move(action));
    }
}

void Deployment::onWorkerUpdate(int rank, const v1::WorkerUpdate& update)
{
    if (m_phase == Phase::kFinished) {
        return;
    }
    m_ranks.heard(rank, m_context.clock.steadyNow());
    if (update.has_sample()) {
        v1::RankSample sample = update.sample();
        sample.set_rank(rank);
        m_context.metrics.addRankSample(sample);
    } else if (update.has_progress()) {
        v1::RankProgress progress = update.progress();
        progress.set_rank(rank);
        m_stages.progress(progress);
        publish();
    } else if (update.has_event()) {
        addEvent(update.event().kind(), update.event().severity(), update.event().message(), rank);
    } else if (update.has_failure()) {
        fail(rpc::statusFromDetail(update.failure()), rank);
    }
}

void Deployment::onRankExited(const std::string& node, const v1::RankExited& exited)
{
    const Rank* rank = m_ranks.find(exited.rank());
    if (exited.deployment_id() != m_setup.id || rank == nullptr || rank->ended) {
        return;
    }
    const bool expected = m_phase != Phase::kRunning;
    const std::string how =
        diagnose::describeExit(exited, expected ? diagnose::Expectation::kAsked : diagnose::Expectation::kUnasked);
    m_ranks.ended(exited.rank(), how);
    m_context.metrics.removeRank(exited.rank());
    addEvent("rank_exited", expected ? v1::SEVERITY_INFO : v1::SEVERITY_ERROR,
             "Rank " + std::to_string(exited.rank()) + " on " + node + " ended (" + how + ").", exited.rank());
    if (expected) {
        publish();
        finishIfAllEnded();
    } else {
        fail(base::failure(reasons::kRankExited, absl::StatusCode::kAborted,
                           {{"rank", std::to_string(exited.rank())}, {"node", node}, {"how", how}}),
             exited.rank());
    }
}

void Deployment::onNodeLost(const std::string& node, const std::string& how)
{
    bool concerned = false;
    for (const Rank& rank : m_ranks.all()) {
        if (rank.node == node && rank.startRequested && !rank.ended) {
            concerned = true;
            m_ranks.ended(rank.number, "ended with the agent of " + node);
            m_context.metrics.removeRank(rank.number);
        }
    }
    if (!concerned) {
        return;
    }
    if (m_phase == Phase::kRunning) {
        v1::FailureDetail failure = rpc::makeFailureDetail(
            base::failure(reasons::kNodeLost, absl::StatusCode::kUnavailable, {{"node", node}, {"how", how}}),
            {m_state.stage(), -1, node}, m_context.clock.systemNow());
        report(std::move(failure));
    } else {
        publish();
        finishIfAllEnded();
    }
}

void Deployment::onTrouble(const absl::Status& status)
{
    fail(status);
}

void Deployment::fail(const absl::Status& status, int rank)
{
    report(rpc::makeFailureDetail(status, {m_state.stage(), rank, nodeOf(rank)}, m_context.clock.systemNow()));
}

void Deployment::report(v1::FailureDetail failure)
{
    if (m_phase != Phase::kRunning) {
        const bool another = m_state.has_failure() && failure.what() != m_state.failure().what();
        if (another) {
            addEvent("consequence", v1::SEVERITY_WARNING, failure.what(), failure.rank());
        }
        return;
    }
    m_cause.add(std::move(failure));
    if (m_cause.conclusive()) {
        concludeFailure();
    } else if (!m_settleUntil) {
        m_settleUntil = m_context.clock.steadyNow() + m_limits.settle;
    }
}

// A collective that timed out names a rank that did not come; one that has been silent for long is why.
void Deployment::blameSilentRank()
{
    const base::SteadyTime now = m_context.clock.steadyNow();
    const Rank* worst = nullptr;
    for (const Rank& rank : m_ranks.all()) {
        const bool silent = rank.heartbeat && rank.heartbeat->silence(now) >= m_limits.heartbeat.warn;
        if (silent && (worst == nullptr || rank.heartbeat->silence(now) > worst->heartbeat->silence(now))) {
            worst = &rank;
        }
    }
    if (worst != nullptr) {
        fail(base::failure(reasons::kRankStuck, absl::StatusCode::kDeadlineExceeded,
                           {{"rank", std::to_string(worst->number)},
                            {"node", worst->node},
                            {"seconds", secondsText(worst->heartbeat->silence(now))}}),
             worst->number);
    }
}

void Deployment::concludeFailure()
{
    const v1::FailureDetail& cause = m_cause.choice();
    *m_state.mutable_failure() = cause;
    m_state.set_ready(false);
    addEvent("failure", v1::SEVERITY_ERROR, cause.what() + " " + cause.next_step(), cause.rank());
    for (const v1::FailureDetail& other : m_cause.others()) {
        addEvent("consequence", v1::SEVERITY_WARNING, other.what(), other.rank());
    }
    m_stages.finish("failed: " + cause.what());
    m_state.set_stage(v1::STAGE_FAILED);
    m_context.services.closeServing(&m_state.failure());
    for (const Rank& rank : m_ranks.all()) {
        if (rank.worker != nullptr && !rank.ended) {
            rank.worker->abort(cause.what());
        }
    }
    tearDown(m_limits.failureGrace);
}

void Deployment::stop()
{
    if (m_phase != Phase::kRunning) {
        return;
    }
    m_phase = Phase::kDraining;
    m_settleUntil.reset();
    m_state.set_ready(false);
    m_stages.finish(m_state.stage() == v1::STAGE_SERVING ? "served until it was stopped" : "stopped on request");
    enter(v1::STAGE_DRAINING);
}

void Deployment::drain()
{
    m_context.services.drainServing(m_limits.drain, onStrand([](Deployment& self, const auto&) {
                                        if (self.m_phase == Phase::kDraining) {
                                            self.m_context.services.closeServing(nullptr);
                                            self.tearDown(self.m_limits.stopGrace);
                                        }
                                    }));
}

void Deployment::tearDown(std::chrono::milliseconds grace)
{
    ++m_stageToken; // whatever the stage still waits for no longer matters
    m_phase = Phase::kTearingDown;
    m_teardownDeadline = m_context.clock.steadyNow() + m_limits.teardown;
    publish();
    for (const Rank& rank : m_ranks.all()) {
        const auto agent = m_context.cluster.agent(rank.node);
        if (!rank.startRequested || rank.ended) {
            continue;
        }
        if (agent == nullptr) {
            m_ranks.ended(rank.number, "ended with its agent");
            continue;
        }
        v1::StopRankRequest request;
        request.set_deployment_id(m_setup.id);
        request.set_rank(rank.number);
        request.set_grace_ms(static_cast<int>(grace.count()));
        agent->stopRank(request, [](const auto&) {}); // RankExited tells the end
    }
    finishIfAllEnded();
}

void Deployment::finishIfAllEnded()
{
    if (m_phase == Phase::kTearingDown && m_ranks.allEnded()) {
        finish();
    }
}

void Deployment::finish()
{
    m_phase = Phase::kFinished;
    m_ranks.releaseWorkers();
    std::error_code ignored; // what cannot be removed now goes with the runtime folder
    std::filesystem::remove_all(m_setup.rendezvousDirectory, ignored);
    if (m_state.has_failure()) {
        addEvent("torn_down", v1::SEVERITY_INFO, "All ranks of the failed deployment have ended.");
    } else {
        m_stages.finish("all ranks ended");
        m_stages.begin(v1::STAGE_STOPPED, {}, 0);
        m_stages.finish("stopped in order");
        addEvent("stopped", v1::SEVERITY_INFO, "The deployment was stopped in order.");
    }
    publish();
    m_context.services.recordDeployment(m_state);
    for (const auto& action : std::exchange(m_whenFinished, {})) {
        action();
    }
}

void Deployment::checkHeartbeats()
{
    const base::SteadyTime now = m_context.clock.steadyNow();
    for (Rank& rank : m_ranks.all()) {
        bool changed = false;
        if (!rank.heartbeat) {
            continue;
        }
        const HeartbeatStep step = rank.heartbeat->step(now, m_limits.heartbeat, changed);
        const std::string seconds = secondsText(rank.heartbeat->silence(now));
        if (changed) {
            m_ranks.setState(rank.number, step == HeartbeatStep::kFine ? v1::RANK_STATE_RUNNING : v1::RANK_STATE_LATE);
            publish();
        }
        if (step == HeartbeatStep::kStuck) {
            fail(base::failure(reasons::kRankStuck, absl::StatusCode::kDeadlineExceeded,
                               {{"rank", std::to_string(rank.number)}, {"node", rank.node}, {"seconds", seconds}}),
                 rank.number);
            return;
        }
        if (changed && step == HeartbeatStep::kWarn) {
            addEvent("rank_silent", v1::SEVERITY_WARNING,
                     "Rank " + std::to_string(rank.number) + " has not answered for " + seconds + " s.", rank.number);
        }
    }
}

void Deployment::tick()
{
    const base::SteadyTime now = m_context.clock.steadyNow();
    if (m_phase == Phase::kTearingDown && now > m_teardownDeadline) {
        addEvent("teardown_incomplete", v1::SEVERITY_ERROR,
                 "Not every rank has said that it ended; their agents end them with themselves.");
        finish();
    }
    if (m_phase != Phase::kRunning) {
        return;
    }
    if (m_settleUntil && now > *m_settleUntil) {
        blameSilentRank(); // may conclude
        if (m_phase == Phase::kRunning) {
            concludeFailure();
        }
        return;
    }
    checkHeartbeats();
    if (m_phase == Phase::kRunning && m_stages.stalled()) {
        const auto limit = std::chrono::milliseconds(m_stages.current()->stall_limit_ms());
        fail(base::failure(reasons::kStageStalled, absl::StatusCode::kDeadlineExceeded,
                           {{"stage", api::stageName(m_state.stage())},
                            {"seconds", secondsText(limit)},
                            {"who", rankList(m_stages.unfinishedRanks())}}));
    }
}

} // namespace firstlight::control
