// Keeps the ranks of a replica in step: the leader sends each plan before it runs it, the others run what they get.
#pragma once

#include "backend/engine/model_runner.h"
#include "backend/engine/scheduler.h"

#include <absl/status/statusor.h>

#include <functional>
#include <span>

namespace firstlight::engine {

class StepLoop
{
public:
    // Called after each plan that was run, on the serving thread.
    using StepObserver = std::function<void(const StepCounters&)>;

    // `replica` may be null for a group of one. The references must outlive the loop.
    StepLoop(ModelRunner& runner, collective::Communicator* replica, StepObserver observer);

    bool leads() const { return m_replica == nullptr || m_replica->rank() == 0; }

    // On the leader: all ranks run `plan`; its logits.
    absl::StatusOr<std::span<const float>> lead(const StepPlan& plan);
    // On the leader: the other ranks return from follow().
    absl::Status end();
    // On the others: run plans until the leader ends.
    absl::Status follow();
    // On the leader: serve the queue until it is stopped or aborted.
    absl::Status serve(Scheduler& scheduler, RequestQueue& queue);

private:
    absl::Status announce(const StepPlan& plan);
    absl::Status serveOnce(Scheduler& scheduler, RequestQueue& queue, bool& announcedIdle);

    ModelRunner& m_runner;
    collective::Communicator* m_replica;
    StepObserver m_observer;
};

} // namespace firstlight::engine
