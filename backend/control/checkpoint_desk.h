// What can be said about a checkpoint folder without running it. Each call reads files and computes: for threads that
// may block.
#pragma once

#include "backend/api/checkpoint.pb.h"
#include "backend/api/cluster.pb.h"
#include "backend/api/plan.pb.h"
#include "backend/serve/prompt_source.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>

namespace firstlight::control {

class CheckpointDesk
{
public:
    virtual ~CheckpointDesk() = default;
    virtual absl::StatusOr<v1::CheckpointReport> inspect(const std::string& path) = 0;
    virtual absl::StatusOr<v1::ListTensorsResponse> listTensors(const v1::ListTensorsRequest& request) = 0;
    // For the nodes of `cluster`, or for request.node_count() nodes like its first.
    virtual absl::StatusOr<v1::PlanResponse> plan(const v1::PlanRequest& request, const v1::ClusterState& cluster) = 0;
    // What turns conversations into the model's tokens.
    virtual absl::StatusOr<std::shared_ptr<const serve::PromptSource>> loadPrompts(const std::string& path) = 0;
};

} // namespace firstlight::control
