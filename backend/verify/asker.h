// Asks the model as a user would: through the real path from conversation to text.
#pragma once

#include "backend/api/chat.pb.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::verify {

struct Answer {
    std::string text;
    std::vector<std::int32_t> tokens; // generated
    std::vector<double> logprobs;     // one per token
    std::string finishReason;
    std::int32_t promptTokens = 0;
};

class Asker
{
public:
    virtual ~Asker() = default;
    // All questions at once; returns when every one has an answer or a failure. Blocks, bounded.
    virtual std::vector<absl::StatusOr<Answer>> ask(const std::vector<v1::ChatRequest>& questions) = 0;
};

} // namespace firstlight::verify
