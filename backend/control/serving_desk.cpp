#include "backend/control/serving_desk.h"

#include "backend/base/failure.h"
#include "backend/rpc/status.h"
#include "backend/verify/probes.h"

#include <utility>

namespace firstlight::control {
namespace {

constexpr std::chrono::seconds kProbeTimeout{150};

// The best plan is the first; one that does not fit says why.
absl::StatusOr<v1::Plan> bestPlan(const absl::StatusOr<v1::PlanResponse>& response)
{
    FIRSTLIGHT_RETURN_IF_ERROR(response.status());
    if (response->plans().empty()) {
        return base::failure(reasons::kLayoutInvalid, {{"detail", "no layout is possible on these nodes"}});
    }
    const v1::Plan& best = response->plans(0);
    return best.fits() ? absl::StatusOr<v1::Plan>(best) : rpc::statusFromDetail(best.refusal());
}

// As part of another sentence.
std::string withoutFullStop(std::string sentence)
{
    if (!sentence.empty() && sentence.back() == '.') {
        sentence.pop_back();
    }
    return sentence;
}

} // namespace

ServingDesk::ServingDesk(Parts parts) : m_parts(parts), m_asker(parts.chat, kProbeTimeout) {}

void ServingDesk::inspect(const std::string& checkpointPath, Reply<v1::CheckpointReport> reply)
{
    m_parts.pool.post([this, checkpointPath, reply = std::move(reply)] {
        auto report = m_parts.checkpoints.inspect(checkpointPath);
        if (report.ok()) {
            const std::lock_guard lock(m_mutex);
            m_checkpoint = std::make_shared<const v1::CheckpointReport>(*report);
        }
        reply(std::move(report));
    });
}

std::shared_ptr<const v1::CheckpointReport> ServingDesk::checkpoint() const
{
    const std::lock_guard lock(m_mutex);
    return m_checkpoint;
}

void ServingDesk::plan(const v1::PlanRequest& request, const v1::ClusterState& cluster, Reply<v1::Plan> reply)
{
    m_parts.pool.post([this, request, cluster, reply = std::move(reply)] {
        reply(bestPlan(m_parts.checkpoints.plan(request, cluster)));
    });
}

absl::StatusOr<std::string> ServingDesk::loadModel(const Serving& serving)
{
    serve::ServedModel served;
    FIRSTLIGHT_ASSIGN_OR_RETURN(served.prompts, m_parts.checkpoints.loadPrompts(serving.checkpointPath));
    served.deploymentId = serving.deploymentId;
    served.leader = serving.leader;
    served.maxContextTokens = serving.workload.max_context_tokens();
    m_parts.chat.open(std::move(served));
    return std::string("prompts can be made");
}

void ServingDesk::openServing(Serving serving, Reply<std::string> reply)
{
    m_parts.pool.post([this, serving = std::move(serving), reply = std::move(reply)] { reply(loadModel(serving)); });
}

void ServingDesk::runProbe(v1::Stage stage, Reply<std::string> reply)
{
    m_parts.probes.post([this, stage, reply = std::move(reply)] {
        if (stage == v1::STAGE_TEXT_PROBE) {
            reply(verify::textProbe(m_asker));
        } else if (stage == v1::STAGE_IMAGE_PROBE) {
            const auto report = checkpoint();
            reply(verify::imageProbe(m_asker, report != nullptr && report->has_vision()));
        } else {
            reply(verify::repeatabilityProbe(m_asker));
        }
    });
}

void ServingDesk::beginServing()
{
    m_parts.chat.admitUsers();
}

void ServingDesk::drainServing(std::chrono::milliseconds limit, Reply<std::string> reply)
{
    m_parts.chat.refuseNew();
    m_drain = Drain{m_parts.clock.steadyNow() + limit, std::move(reply)};
    tick();
}

void ServingDesk::tick()
{
    m_parts.chat.tick();
    if (m_drain && (m_parts.chat.openCount() == 0 || m_parts.clock.steadyNow() > m_drain->deadline)) {
        const Reply<std::string> reply = std::move(m_drain->reply);
        m_drain.reset();
        reply(std::string("drained"));
    }
}

void ServingDesk::closeServing(const v1::FailureDetail* why)
{
    m_drain.reset();
    m_parts.chat.close(why == nullptr ? absl::OkStatus()
                                      : base::failure(reasons::kGenerationInterrupted, absl::StatusCode::kAborted,
                                                      {{"detail", withoutFullStop(why->what())}}));
}

void ServingDesk::usualDurations(const std::string& runKey, Reply<std::map<v1::Stage, std::int64_t>> reply)
{
    m_parts.pool.post([this, runKey, reply = std::move(reply)] { reply(m_parts.store.usualDurations(runKey)); });
}

void ServingDesk::recordStage(const std::string& runKey, v1::Stage stage, std::chrono::milliseconds took)
{
    m_parts.store.recordStage(runKey, stage, took.count());
}

void ServingDesk::recordDeployment(const v1::DeploymentState& state)
{
    m_parts.store.recordDeployment(state);
}

void ServingDesk::recordCommCheck(const v1::CommCheckReport& report)
{
    m_parts.commChecks.publish(report.deployment_id(), report);
}

absl::Status ServingDesk::storeHealth()
{
    return m_parts.store.health();
}

} // namespace firstlight::control
