// Whether a request can be run at all, and what follows from its prompt.
#pragma once

#include "backend/engine/compute.h"
#include "backend/engine/request_queue.h"

#include <absl/status/statusor.h>

namespace firstlight::engine {

// Fails with kPromptTooLong, kRequestInvalid or kImageRejected.
absl::StatusOr<PendingRequest> checkRequest(const model::ModelSpec& spec, const StepLimits& limits,
                                            GenerationRequest request, GenerationSink sink);

} // namespace firstlight::engine
