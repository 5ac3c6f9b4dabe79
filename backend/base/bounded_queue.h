// A first-in first-out queue between threads that never holds more than its capacity.
//
// close() wakes everybody: pushes fail from then on, pops still hand out what is queued and then fail.
#pragma once

#include "backend/base/clock.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace firstlight::base {

template <typename T>
class BoundedQueue
{
public:
    explicit BoundedQueue(std::size_t capacity) : m_capacity(capacity) {}

    // False when the queue is full or closed; `item` is then left as it was.
    bool tryPush(T& item)
    {
        const std::lock_guard lock(m_mutex);
        return pushLocked(item);
    }

    bool tryPush(T&& item) { return tryPush(item); }

    // Waits for room until `deadline`.
    bool push(T item, SteadyTime deadline)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_until(lock, deadline, [this] { return m_closed || m_items.size() < m_capacity; });
        return pushLocked(item);
    }

    std::optional<T> tryPop()
    {
        const std::lock_guard lock(m_mutex);
        return popLocked();
    }

    // Waits for an item until `deadline`; nothing when it passed, or when the queue is closed and empty.
    std::optional<T> pop(SteadyTime deadline)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_until(lock, deadline, [this] { return m_closed || !m_items.empty(); });
        return popLocked();
    }

    // Waits for an item without limit; nothing when the queue is closed and empty.
    std::optional<T> pop()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_closed || !m_items.empty(); });
        return popLocked();
    }

    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_changed.notify_all();
    }

    std::size_t size() const
    {
        const std::lock_guard lock(m_mutex);
        return m_items.size();
    }

private:
    bool pushLocked(T& item)
    {
        if (m_closed || m_items.size() >= m_capacity) {
            return false;
        }
        m_items.push_back(std::move(item));
        m_changed.notify_all();
        return true;
    }

    std::optional<T> popLocked()
    {
        if (m_items.empty()) {
            return std::nullopt;
        }
        std::optional<T> item(std::move(m_items.front()));
        m_items.pop_front();
        m_changed.notify_all();
        return item;
    }

    const std::size_t m_capacity;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<T> m_items;
    bool m_closed = false;
};

} // namespace firstlight::base
