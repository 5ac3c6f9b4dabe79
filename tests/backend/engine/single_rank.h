// A whole model on one rank without a queue: runs step plans directly, so that a test sees logits and features.
#pragma once

#include "backend/engine/model_runner.h"
#include "backend/engine/weight_loader.h"
#include "kernels/base/thread_pool.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>
#include <vector>

namespace firstlight::engine {

class SingleRank
{
public:
    static absl::StatusOr<std::unique_ptr<SingleRank>> create(const std::string& directory,
                                                              const model::ModelSpec& spec);

    ModelRunner& runner() { return *m_runner; }

    // Logits of all prompt positions, [tokens, vocabulary]. The prompt is computed in chunks of `chunk` tokens.
    absl::StatusOr<std::vector<float>> promptLogits(const GenerationRequest& request, std::int32_t chunk);

private:
    explicit SingleRank(const model::ModelSpec& spec);
    absl::Status prepare(const std::string& directory);

    model::ModelSpec m_spec;
    plan::Layout m_layout;
    MemoryPool m_pool;
    kernels::ThreadPool m_threads;
    kernels::Context m_context;
    checkpoint::CheckpointIndex m_index;
    Weights m_weights;
    std::unique_ptr<ModelRunner> m_runner;
};

} // namespace firstlight::engine
