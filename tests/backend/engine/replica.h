// All ranks of a layout as threads of the test, with in-memory communicators, and a place where tokens arrive.
#pragma once

#include "backend/engine/engine.h"

#include <absl/status/statusor.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace firstlight::engine {

// What came of one request. The sink may be called from any thread; wait() blocks until the end, which the test's
// own time limit bounds.
class Answer
{
public:
    GenerationSink sink();
    void wait();
    void waitForTokens(std::size_t count);

    std::vector<std::int32_t> tokens() const;
    std::vector<float> logprobs() const;
    std::string finishReason() const;
    std::optional<absl::Status> failure() const;

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<GeneratedToken> m_tokens;
    std::string m_finishReason;
    std::optional<absl::Status> m_failure;
};

struct ReplicaOptions {
    std::int32_t maxSequences = 4;
    std::int32_t maxContextTokens = 256;
    std::int64_t capacityBytes = 256 << 20;
    std::int32_t threadCount = 1;
};

class Replica
{
public:
    Replica(const std::string& directory, const model::ModelSpec& spec, const plan::Layout& layout,
            const ReplicaOptions& options = {});
    ~Replica(); // stops serving

    // Every rank goes through all stages and then serves on its own thread. The first failure, if any.
    absl::Status start();
    // Ends serving; what each rank's serve() returned.
    std::vector<absl::Status> stop();
    // After an abort or a failure: waits until all ranks have returned.
    std::vector<absl::Status> join();

    Engine& leader() { return *m_engines.front(); }
    Engine& engine(std::size_t rank) { return *m_engines[rank]; }
    std::size_t size() const { return m_engines.size(); }

    // Greedy or sampled text of one request, alone.
    absl::StatusOr<std::vector<std::int32_t>> generate(const GenerationRequest& request);

private:
    std::vector<std::unique_ptr<collective::Communicator>> m_communicators;
    std::vector<std::unique_ptr<Engine>> m_engines;
    std::vector<absl::Status> m_created;
    std::vector<absl::Status> m_served;
    std::vector<std::thread> m_threads;
};

} // namespace firstlight::engine
