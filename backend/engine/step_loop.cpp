#include "backend/engine/step_loop.h"

#include "backend/base/failure.h"

#include <utility>

namespace firstlight::engine {

StepLoop::StepLoop(ModelRunner& runner, collective::Communicator* replica, StepObserver observer)
    : m_runner(runner), m_replica(replica), m_observer(std::move(observer))
{
}

absl::StatusOr<std::span<const float>> StepLoop::lead(const StepPlan& plan)
{
    FIRSTLIGHT_RETURN_IF_ERROR(announce(plan));
    return m_runner.run(plan);
}

absl::Status StepLoop::end()
{
    StepPlan plan;
    plan.kind = StepKind::kEnd;
    return announce(plan);
}

absl::Status StepLoop::announce(const StepPlan& plan)
{
    if (m_replica == nullptr || m_replica->size() == 1) {
        return absl::OkStatus();
    }
    std::vector<std::byte> message = encodeStepPlan(plan);
    return m_replica->broadcastMessage(message, 0);
}

absl::Status StepLoop::follow()
{
    while (true) {
        std::vector<std::byte> message;
        FIRSTLIGHT_RETURN_IF_ERROR(m_replica->broadcastMessage(message, 0));
        FIRSTLIGHT_ASSIGN_OR_RETURN(StepPlan plan, decodeStepPlan(message));
        if (plan.kind == StepKind::kEnd) {
            return absl::OkStatus();
        }
        FIRSTLIGHT_RETURN_IF_ERROR(m_runner.run(plan).status());
        m_observer(plan.counters);
    }
}

absl::Status StepLoop::serve(Scheduler& scheduler, RequestQueue& queue)
{
    bool announcedIdle = true;
    while (queue.state() == RequestQueue::State::kOpen) {
        FIRSTLIGHT_RETURN_IF_ERROR(serveOnce(scheduler, queue, announcedIdle));
    }
    if (queue.state() == RequestQueue::State::kAborted) {
        return base::failure(reasons::kAborted, absl::StatusCode::kAborted, {{"detail", queue.abortReason()}});
    }
    scheduler.finishAll("cancelled");
    m_observer(scheduler.counters());
    return end();
}

absl::Status StepLoop::serveOnce(Scheduler& scheduler, RequestQueue& queue, bool& announcedIdle)
{
    const StepPlan plan = scheduler.next();
    if (plan.segments.empty() && plan.images.empty()) {
        // The last plan's counters are from before its end: one empty plan tells the others that all is quiet.
        if (!std::exchange(announcedIdle, true)) {
            FIRSTLIGHT_RETURN_IF_ERROR(announce(plan));
        }
        m_observer(plan.counters);
        queue.waitForWork();
        return absl::OkStatus();
    }
    announcedIdle = false;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::span<const float> logits, lead(plan));
    scheduler.complete(plan, logits);
    m_observer(scheduler.counters());
    return absl::OkStatus();
}

} // namespace firstlight::engine
