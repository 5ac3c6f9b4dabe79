// The engine of one rank; see engine.h for its use.
#pragma once

#include "backend/engine/engine.h"
#include "backend/engine/memory_pool.h"
#include "backend/engine/model_runner.h"
#include "backend/engine/request_queue.h"
#include "backend/engine/step_loop.h"
#include "backend/engine/weight_loader.h"
#include "kernels/base/thread_pool.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

namespace firstlight::engine {

class RankEngine : public Engine
{
public:
    RankEngine(EngineConfig config, Communicators communicators);

    absl::StatusOr<std::string> readMetadata() override;
    absl::StatusOr<std::string> validate() override;
    absl::StatusOr<std::string> allocate() override;
    absl::StatusOr<std::string> streamWeights(const LoadProgress& progress) override;
    absl::StatusOr<std::string> releaseHostCache() override;
    absl::StatusOr<std::string> warmUp() override;

    absl::Status serve() override;
    void stop() override;
    void abort(std::string_view reason) override;

    absl::Status submit(GenerationRequest request, GenerationSink sink) override;
    void cancel(const std::string& requestId) override;

    EngineStats stats() const override;
    std::vector<SliceInfo> slices() const override;

private:
    enum class Stage { kCreated, kMetadataRead, kValidated, kAllocated, kLoaded, kWarm };

    absl::Status require(Stage stage) const;
    absl::StatusOr<std::string> warmUpTogether();
    absl::Status serveAsLeader();
    void abortGroups(std::string_view reason);
    void observe(const StepCounters& counters);
    SliceInfo sliceInfo(std::size_t item) const;
    std::int64_t vocabularyBegin() const;

    const EngineConfig m_config;
    const Communicators m_communicators;
    const plan::RankPosition m_position;
    const StepLimits m_limits;
    const std::int32_t m_kvBlockCount;
    MemoryPool m_pool;
    kernels::ThreadPool m_threads;
    kernels::Context m_context;
    RequestQueue m_queue;
    Stage m_stage = Stage::kCreated;

    checkpoint::CheckpointIndex m_index;
    std::optional<WeightLoader> m_loader;
    std::vector<plan::TensorSlice> m_slices;
    Weights m_weights;
    std::unique_ptr<ModelRunner> m_runner;
    std::unique_ptr<StepLoop> m_loop;

    mutable std::mutex m_mutex; // guards what snapshots read
    std::vector<SliceInfo> m_sliceInfos;
    StepCounters m_counters;
    std::atomic<std::int64_t> m_loadedBytes{0};
    std::atomic<std::int64_t> m_steps{0};
};

} // namespace firstlight::engine
