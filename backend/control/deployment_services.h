// What a deployment asks of the rest of the controller, where it takes a while.
#pragma once

#include "backend/api/checkpoint.pb.h"
#include "backend/api/cluster.pb.h"
#include "backend/api/deployment.pb.h"
#include "backend/control/reply.h"
#include "backend/serve/generator.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace firstlight::control {

// Called on the control strand; returns at once. Replies come on any thread.
class DeploymentServices
{
public:
    struct Serving {
        std::string deploymentId;
        std::string checkpointPath;
        std::shared_ptr<serve::Generator> leader;
        v1::Workload workload; // as planned
    };

    virtual ~DeploymentServices() = default;

    virtual void inspect(const std::string& checkpointPath, Reply<v1::CheckpointReport> reply) = 0;
    // The best plan that fits, or why there is none.
    virtual void plan(const v1::PlanRequest& request, const v1::ClusterState& cluster, Reply<v1::Plan> reply) = 0;

    // Loads tokenizer, template and image processor and lets probes ask; the reply says what was found.
    virtual void openServing(Serving serving, Reply<std::string> reply) = 0;
    virtual void runProbe(v1::Stage stage, Reply<std::string> reply) = 0; // a summary, or kProbeFailed
    virtual void beginServing() = 0;                                      // lets users ask
    // No new questions; replies once the open ones have ended, at the latest after `limit`.
    virtual void drainServing(std::chrono::milliseconds limit, Reply<std::string> reply) = 0;
    // Ends every open question with `why` (no failure: cancelled).
    virtual void closeServing(const v1::FailureDetail* why) = 0;

    virtual void usualDurations(const std::string& runKey, Reply<std::map<v1::Stage, std::int64_t>> reply) = 0;
    virtual void recordStage(const std::string& runKey, v1::Stage stage, std::chrono::milliseconds took) = 0;
    virtual void recordDeployment(const v1::DeploymentState& state) = 0;
    virtual void recordCommCheck(const v1::CommCheckReport& report) = 0;

    virtual absl::Status storeHealth() = 0;
};

} // namespace firstlight::control
