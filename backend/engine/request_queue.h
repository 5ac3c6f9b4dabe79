// Requests on their way to the serving thread. Any thread may put in, cancel, stop and abort; one thread serves.
#pragma once

#include "backend/engine/engine.h"
#include "backend/engine/positions.h"

#include <absl/status/status.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::engine {

// A request that passed the checks, with what follows from its prompt.
struct PendingRequest {
    GenerationRequest request;
    GenerationSink sink;
    PromptPositions prompt;
    std::vector<ImageGrid> grids;
};

class RequestQueue
{
public:
    enum class State { kClosed, kOpen, kStopping, kAborted };

    explicit RequestQueue(std::size_t limit);

    void open();
    absl::Status push(PendingRequest request); // kQueueFull, or kNotServing when not open
    void cancel(const std::string& requestId);
    void stop();
    void abort(std::string_view reason);

    State state() const;
    std::string abortReason() const;
    std::int32_t waitingCount() const;

    // For the serving thread
    void waitForWork(); // until a request waits, or the state is no longer open
    std::optional<PendingRequest> popIf(const std::function<bool(const PendingRequest&)>& admissible); // the oldest
    std::set<std::string> takeCancelled();
    std::vector<PendingRequest> takeWaiting(const std::set<std::string>& ids);
    std::vector<PendingRequest> close(); // refuses everything from now on; what was waiting is returned

private:
    const std::size_t m_limit;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    State m_state = State::kClosed; // guarded by m_mutex, as all below
    std::string m_abortReason;
    std::deque<PendingRequest> m_waiting; // oldest first
    std::set<std::string> m_cancelled;
};

} // namespace firstlight::engine
