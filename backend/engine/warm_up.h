// The first forward pass: one small text and, with a vision tower, one small image.
#pragma once

#include "backend/engine/compute.h"
#include "backend/engine/step_loop.h"
#include "backend/engine/step_plan.h"

#include <absl/status/status.h>

namespace firstlight::engine {

StepPlan warmUpText(const model::ModelSpec& spec, const StepLimits& limits);
StepPlan warmUpImage(const model::ModelSpec& spec);

// On the leader. Fails with kProbeFailed when a logit is not finite.
absl::Status runWarmUp(StepLoop& loop, const StepPlan& plan);

} // namespace firstlight::engine
