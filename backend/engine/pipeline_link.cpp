#include "backend/engine/pipeline_link.h"

namespace firstlight::engine {

PipelineLink::PipelineLink(collective::Communicator* pipeline, const plan::RankPosition& position)
    : m_pipeline(pipeline), m_stage(position.pp)
{
}

absl::Status PipelineLink::receiveFromPrevious(std::span<float> values)
{
    return m_pipeline->receive(std::as_writable_bytes(values), m_stage - 1);
}

absl::Status PipelineLink::sendToNext(std::span<const float> values)
{
    return m_pipeline->send(std::as_bytes(values), m_stage + 1);
}

absl::Status PipelineLink::sendToFirst(std::span<const float> values)
{
    return m_pipeline->send(std::as_bytes(values), 0);
}

absl::Status PipelineLink::receiveFromLast(std::span<float> values)
{
    return m_pipeline->receive(std::as_writable_bytes(values), m_pipeline->size() - 1);
}

} // namespace firstlight::engine
