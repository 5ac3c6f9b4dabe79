#include "backend/engine/request_queue.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace firstlight::engine {

RequestQueue::RequestQueue(std::size_t limit) : m_limit(limit) {}

void RequestQueue::open()
{
    const std::lock_guard lock(m_mutex);
    if (m_state == State::kClosed) {
        m_state = State::kOpen;
    }
}

absl::Status RequestQueue::push(PendingRequest request)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_state != State::kOpen) {
            return base::failure(reasons::kNotServing, absl::StatusCode::kUnavailable);
        }
        if (m_waiting.size() >= m_limit) {
            return base::failure(reasons::kQueueFull, absl::StatusCode::kResourceExhausted,
                                 {{"count", std::to_string(m_waiting.size())}});
        }
        m_waiting.push_back(std::move(request));
    }
    m_changed.notify_all();
    return absl::OkStatus();
}

void RequestQueue::cancel(const std::string& requestId)
{
    const std::lock_guard lock(m_mutex);
    m_cancelled.insert(requestId);
}

void RequestQueue::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_state != State::kAborted) {
            m_state = State::kStopping;
        }
    }
    m_changed.notify_all();
}

void RequestQueue::abort(std::string_view reason)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_state == State::kAborted) {
            return; // the first reason counts
        }
        m_state = State::kAborted;
        m_abortReason = reason;
    }
    m_changed.notify_all();
}

RequestQueue::State RequestQueue::state() const
{
    const std::lock_guard lock(m_mutex);
    return m_state;
}

std::string RequestQueue::abortReason() const
{
    const std::lock_guard lock(m_mutex);
    return m_abortReason;
}

std::int32_t RequestQueue::waitingCount() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<std::int32_t>(m_waiting.size());
}

void RequestQueue::waitForWork()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_waiting.empty() || m_state != State::kOpen; });
}

std::optional<PendingRequest> RequestQueue::popIf(const std::function<bool(const PendingRequest&)>& admissible)
{
    const std::lock_guard lock(m_mutex);
    if (m_waiting.empty() || !admissible(m_waiting.front())) {
        return std::nullopt;
    }
    PendingRequest request = std::move(m_waiting.front());
    m_waiting.pop_front();
    return request;
}

std::set<std::string> RequestQueue::takeCancelled()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_cancelled, {});
}

std::vector<PendingRequest> RequestQueue::takeWaiting(const std::set<std::string>& ids)
{
    const std::lock_guard lock(m_mutex);
    const auto taken = std::stable_partition(m_waiting.begin(), m_waiting.end(), [&ids](const PendingRequest& pending) {
        return !ids.contains(pending.request.id);
    });
    std::vector<PendingRequest> result(std::make_move_iterator(taken), std::make_move_iterator(m_waiting.end()));
    m_waiting.erase(taken, m_waiting.end());
    return result;
}

std::vector<PendingRequest> RequestQueue::close()
{
    const std::lock_guard lock(m_mutex);
    if (m_state == State::kOpen || m_state == State::kStopping) {
        m_state = State::kClosed;
    }
    std::vector<PendingRequest> result(std::make_move_iterator(m_waiting.begin()),
                                       std::make_move_iterator(m_waiting.end()));
    m_waiting.clear();
    return result;
}

} // namespace firstlight::engine
