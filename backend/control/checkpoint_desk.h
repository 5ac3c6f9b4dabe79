// What can be said about a checkpoint folder without running it. Each call reads files and computes: for threads that
// may block.
#pragma once

#include "backend/api/checkpoint.pb.h"
#include "backend/api/cluster.pb.h"
#include "backend/api/plan.pb.h"

#include <absl/status/statusor.h>

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
    // The id that stands for a merged patch of a picture in a prompt; -1: a text model.
    virtual absl::StatusOr<std::int32_t> imageTokenId(const std::string& path) = 0;
};

} // namespace firstlight::control
