// Hands values from the threads that receive them to the one thread that shows them. Without Qt: the wake-up is a
// function, so that the same code runs under a thread sanitizer.
//
// Any thread puts; the first change after a take() calls the wake-up once, outside the lock. After close() nothing is
// accepted and the wake-up is never called again.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

namespace firstlight::ui {

// Keeps the newest `capacity` items and counts those it had to drop.
template <class T, std::size_t capacity>
class BoundedRing
{
public:
    void push(T item)
    {
        m_items.push_back(std::move(item));
        if (m_items.size() > capacity) {
            m_items.pop_front();
            ++m_dropped;
        }
    }
    [[nodiscard]] const std::deque<T>& items() const { return m_items; }
    [[nodiscard]] std::deque<T>& items() { return m_items; }
    [[nodiscard]] std::int64_t dropped() const { return m_dropped; }
    [[nodiscard]] bool isEmpty() const { return m_items.empty(); }

private:
    std::deque<T> m_items;
    std::int64_t m_dropped = 0;
};

template <class Content>
class Mailbox
{
public:
    explicit Mailbox(std::function<void()> wakeUp) : m_wakeUp(std::move(wakeUp)) {}
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    // `change` gets the content; it must be short and must not call the mailbox.
    template <class Change>
    void put(Change&& change)
    {
        std::unique_lock lock(m_mutex);
        if (m_closed) {
            return;
        }
        std::forward<Change>(change)(m_content);
        if (std::exchange(m_signalled, true)) {
            return;
        }
        // close() waits for a wake-up in progress, so what the wake-up uses may be destroyed after it.
        ++m_wakingUp;
        lock.unlock();
        m_wakeUp();
        lock.lock();
        --m_wakingUp;
        m_idle.notify_all();
    }

    Content take()
    {
        const std::lock_guard lock(m_mutex);
        m_signalled = false;
        return std::exchange(m_content, Content());
    }

    void close()
    {
        std::unique_lock lock(m_mutex);
        m_closed = true;
        m_idle.wait(lock, [this] { return m_wakingUp == 0; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_idle;
    const std::function<void()> m_wakeUp;
    Content m_content;        // under m_mutex
    bool m_signalled = false; // under m_mutex
    bool m_closed = false;    // under m_mutex
    int m_wakingUp = 0;       // under m_mutex
};

} // namespace firstlight::ui
