// Plans as the contract says them.
#pragma once

#include "backend/api/plan.pb.h"
#include "backend/plan/planner.h"

namespace firstlight::plan {

v1::Plan toMessage(const Plan& plan);
Layout fromMessage(const v1::Layout& layout); // 0 stays 0: choose
Workload fromMessage(const v1::Workload& workload);

} // namespace firstlight::plan
