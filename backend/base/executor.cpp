#include "backend/base/executor.h"

#include <utility>

namespace firstlight::base {

ThreadExecutor::ThreadExecutor(int threadCount)
{
    for (int i = 0; i < threadCount; ++i) {
        m_threads.emplace_back([this] { run(); });
    }
}

ThreadExecutor::~ThreadExecutor()
{
    shutdown();
}

void ThreadExecutor::post(std::function<void()> task)
{
    const std::lock_guard lock(m_mutex);
    if (!m_closed) {
        m_tasks.push_back(std::move(task));
        m_changed.notify_one();
    }
}

void ThreadExecutor::shutdown()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_changed.notify_all();
    }
    for (std::thread& thread : m_threads) {
        if (thread.joinable()) {
            thread.join();
        }
    }
}

void ThreadExecutor::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_closed || !m_tasks.empty(); });
        if (m_tasks.empty()) {
            return;
        }
        std::function<void()> task = std::move(m_tasks.front());
        m_tasks.pop_front();
        lock.unlock();
        task();
        task = nullptr; // what it holds must not outlive it under the lock
        lock.lock();
    }
}

} // namespace firstlight::base
