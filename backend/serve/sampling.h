// Which sampling a question really gets.
#pragma once

#include "backend/api/chat.pb.h"
#include "backend/model/generation_config.h"

#include <absl/status/statusor.h>

#include <cstdint>

namespace firstlight::serve {

// `requested` with the checkpoint's defaults filled in. `roomTokens`: what the context still takes after the prompt;
// at least 1. `freshSeed`: used when none was requested. kRequestInvalid names a value out of range.
absl::StatusOr<v1::SamplingOptions> resolveSampling(const v1::SamplingOptions& requested,
                                                    const model::GenerationConfig& defaults, std::int32_t roomTokens,
                                                    std::uint64_t freshSeed);

} // namespace firstlight::serve
