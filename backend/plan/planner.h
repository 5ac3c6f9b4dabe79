// Which layouts a model can have on these devices, whether each fits, and which is best.
//
// Order of plans: those that fit first; then one replica before several; then the fewest idle devices; then enough free
// memory on every rank (a fifth more than needed); then tensor parallelism inside a node and pipeline stages across
// nodes; then the fewest stages. Layouts that are not possible come last, each with its reason.
#pragma once

#include "backend/plan/memory_model.h"
#include "backend/plan/placement.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::plan {

struct Device {
    std::string node;
    std::int32_t index = 0;
    std::int64_t capacityBytes = 0;
};

struct PlanRequest {
    const model::ModelSpec& spec;
    const checkpoint::CheckpointIndex* index = nullptr; // for true sizes; nullptr: by shape
    const model::Quantisation* quantisation = nullptr;  // of what the index does not have; nullptr: 16 bits a number
    std::vector<Device> devices;                        // in order of rank; those of one node together
    Layout layout{0, 0, 0, 0};                          // 0: choose
    Workload workload;
};

struct RankPlan {
    RankPosition position;
    Device device;
    MemoryEstimate memory;
    std::int64_t sliceCount = 0;
};

struct Plan {
    Layout layout;
    Workload workload;
    std::vector<RankPlan> ranks; // empty when the layout is not possible
    bool fits = false;
    absl::Status refusal; // kLayoutInvalid, kMemoryInsufficient
    std::string reason;   // why it is ranked where it is
};

inline constexpr std::size_t kMostPlans = 40;

// At least one plan. Fails with kRequestInvalid: no devices, an impossible workload.
absl::StatusOr<std::vector<Plan>> makePlans(const PlanRequest& request);

} // namespace firstlight::plan
