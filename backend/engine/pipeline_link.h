// What one pipeline stage hands to the next: hidden states, the deepstack rows that later layers still need, and at
// the end the logits back to the first stage.
#pragma once

#include "backend/collective/communicator.h"
#include "backend/plan/placement.h"

#include <absl/status/status.h>

#include <cstdint>
#include <span>

namespace firstlight::engine {

class PipelineLink
{
public:
    // `pipeline` may be null for a single stage; its ranks are the stages.
    PipelineLink(collective::Communicator* pipeline, const plan::RankPosition& position);

    bool single() const { return m_pipeline == nullptr || m_pipeline->size() == 1; }
    absl::Status receiveFromPrevious(std::span<float> values);
    absl::Status sendToNext(std::span<const float> values);
    absl::Status sendToFirst(std::span<const float> values);
    absl::Status receiveFromLast(std::span<float> values);

private:
    collective::Communicator* m_pipeline;
    std::int32_t m_stage;
};

} // namespace firstlight::engine
