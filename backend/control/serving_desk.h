// What a deployment asks of the controller, done with its real parts.
#pragma once

#include "backend/base/executor.h"
#include "backend/control/checkpoint_desk.h"
#include "backend/control/deployment_services.h"
#include "backend/control/state_board.h"
#include "backend/control/store.h"
#include "backend/serve/chat_asker.h"
#include "backend/serve/chat_service.h"

#include <memory>
#include <mutex>

namespace firstlight::control {

class ServingDesk final : public DeploymentServices
{
public:
    struct Parts {
        CheckpointDesk& checkpoints;
        serve::ChatService& chat;
        Store& store;
        StateBoard<v1::CommCheckReport>& commChecks; // key: the deployment
        const base::Clock& clock;
        base::Executor& pool;   // several threads
        base::Executor& probes; // one thread of their own: a probe waits for prompts that the pool makes
    };

    explicit ServingDesk(Parts parts);

    void inspect(const std::string& checkpointPath, Reply<v1::CheckpointReport> reply) override;
    void plan(const v1::PlanRequest& request, const v1::ClusterState& cluster, Reply<v1::Plan> reply) override;
    void openServing(Serving serving, Reply<std::string> reply) override;
    void runProbe(v1::Stage stage, Reply<std::string> reply) override;
    void beginServing() override;
    void drainServing(std::chrono::milliseconds limit, Reply<std::string> reply) override;
    void closeServing(const v1::FailureDetail* why) override;
    void usualDurations(const std::string& runKey, Reply<std::map<v1::Stage, std::int64_t>> reply) override;
    void recordStage(const std::string& runKey, v1::Stage stage, std::chrono::milliseconds took) override;
    void recordDeployment(const v1::DeploymentState& state) override;
    void recordCommCheck(const v1::CommCheckReport& report) override;
    absl::Status storeHealth() override;

    // On the control strand: answers a drain that is over.
    void tick();
    // What the newest preflight found.
    std::shared_ptr<const v1::CheckpointReport> checkpoint() const;

private:
    absl::StatusOr<std::string> loadModel(const Serving& serving);

    struct Drain {
        base::SteadyTime deadline;
        Reply<std::string> reply;
    };

    Parts m_parts;
    serve::ChatAsker m_asker;
    std::optional<Drain> m_drain; // the strand's
    mutable std::mutex m_mutex;
    std::shared_ptr<const v1::CheckpointReport> m_checkpoint; // guarded
};

} // namespace firstlight::control
