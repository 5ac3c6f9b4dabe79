// Where work runs: an interface for those who hand it over, and threads that do it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace firstlight::base {

class Executor
{
public:
    virtual ~Executor() = default;
    // Any thread; does not wait. Tasks begin in the order of posting.
    virtual void post(std::function<void()> task) = 0;
};

// With one thread: a strand, whose tasks never overlap.
class ThreadExecutor final : public Executor
{
public:
    explicit ThreadExecutor(int threadCount);
    ~ThreadExecutor() override; // as shutdown()

    void post(std::function<void()> task) override;

    // Runs what is queued, then ends the threads; later tasks are dropped. Not from one of its own tasks.
    void shutdown();

private:
    void run();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_tasks;
    bool m_closed = false;
    std::vector<std::thread> m_threads;
};

} // namespace firstlight::base
