// One rank: what the controller may ask of it, without the wire.
//
// The controller runs the stages in order. runStage() and runCommCheck() block, each on a thread of the caller's that
// may; everything else returns soon. All methods are thread-safe. A failure ends the rank's groups, so that no other
// rank waits for this one.
#pragma once

#include "app/worker/rank_groups.h"
#include "app/worker/watch_hub.h"
#include "backend/api/worker.pb.h"
#include "backend/base/clock.h"
#include "backend/base/log.h"
#include "backend/engine/engine.h"
#include "backend/telemetry/host_sampler.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace firstlight::worker {

using EngineFactory =
    std::function<absl::StatusOr<std::unique_ptr<engine::Engine>>(engine::EngineConfig, engine::Communicators)>;

class Worker
{
public:
    Worker(std::int32_t rank, const base::Clock& clock, base::Logger log, EngineFactory makeEngine);
    ~Worker(); // aborts what is going on

    absl::Status configure(const v1::ConfigureWorkerRequest& request);

    // Stages RENDEZVOUS to WARM_UP, in this order; kRequestInvalid for another. After WARM_UP the rank serves.
    absl::StatusOr<v1::RunStageResponse> runStage(v1::Stage stage);

    // Over a group of its own, so beside serving. Every rank must be asked at about the same time.
    absl::StatusOr<v1::CommCheckReport> runCommCheck();

    // Leader only; kNotServing before WARM_UP has finished and on other ranks.
    absl::Status generate(engine::GenerationRequest request, engine::GenerationSink sink);
    void cancel(const std::string& requestId);

    // Ends everything now; stages and requests in progress fail.
    void abort(std::string_view reason);
    // Ends serving in order. Whether it has ended within `timeout`.
    bool stopServing(std::chrono::milliseconds timeout);

    std::vector<engine::SliceInfo> slices() const; // empty before RENDEZVOUS has finished
    // For sample(); each sampler is used by one thread.
    telemetry::ProcessSampler ownProcess() const;
    v1::RankSample sample(telemetry::ProcessSampler& process) const;

    std::int32_t rank() const { return m_rank; }
    v1::Stage stage() const { return m_stage; } // the latest that began
    WatchHub& watchers() { return m_watchers; }
    const base::Clock& clock() const { return m_clock; }

private:
    // What configure() fixes.
    struct Configuration {
        std::string deploymentId;
        std::string rendezvousDirectory;
        plan::Layout layout;
        engine::EngineConfig engine;
        std::array<float, 3> imageMean{0.5F, 0.5F, 0.5F};
        std::array<float, 3> imageDeviation{0.5F, 0.5F, 0.5F};
        std::chrono::milliseconds collectiveTimeout{};
    };

    absl::Status beginStage(v1::Stage stage);
    absl::StatusOr<v1::RunStageResponse> perform(v1::Stage stage);
    absl::StatusOr<std::string> meetOthers();
    absl::StatusOr<v1::RunStageResponse> checkCommunication();
    absl::StatusOr<std::string> streamWeights();
    absl::StatusOr<std::string> warmUp();
    void serve();
    void report(const absl::Status& failure, const std::string& during);
    void publishProgress(std::int64_t done, std::int64_t total, const std::string& unit, bool finished);
    collective::RendezvousOptions rendezvousOptions() const;
    bool leads() const; // its replica
    std::shared_ptr<engine::Engine> engine() const;
    std::shared_ptr<RankGroups> groups() const;
    std::shared_ptr<const Configuration> configuration() const;

    const std::int32_t m_rank;
    const base::Clock& m_clock;
    const base::Logger m_log;
    const EngineFactory m_makeEngine;
    WatchHub m_watchers;
    std::stop_source m_stop; // ends a rendezvous

    mutable std::mutex m_mutex; // guards the pointers and the serving state
    std::condition_variable m_servingEnded;
    std::shared_ptr<const Configuration> m_configuration;
    std::shared_ptr<RankGroups> m_groups;
    std::shared_ptr<engine::Engine> m_engine;
    bool m_serving = false;

    std::mutex m_stageMutex; // one stage at a time
    std::mutex m_checkMutex; // one check at a time
    std::atomic<v1::Stage> m_stage{v1::STAGE_LAUNCH};
    std::atomic<bool> m_stageFinished{true};
    std::atomic<std::int64_t> m_stageStartNs{0};
    std::atomic<bool> m_ending{false}; // abort or stop was asked for: what fails now is a consequence

    std::thread m_servingThread;
};

} // namespace firstlight::worker
