#include "kernels/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <cassert>

namespace firstlight::kernels {

struct ThreadPool::Loop {
    const RangeFunction& function;
    std::int64_t count;
    std::int64_t chunk;
    std::atomic<std::int64_t> next{0};
};

namespace {

// A few chunks for each thread, so that a thread that comes late or is slow does not hold up the rest.
std::int64_t chunkSize(std::int64_t count, std::int64_t grain, std::int64_t threads)
{
    const std::int64_t target = count / (threads * 4);
    return std::max<std::int64_t>(1, target / grain) * grain;
}

} // namespace

ThreadPool::ThreadPool(int threadCount)
{
    assert(threadCount >= 1);
    m_threads.reserve(static_cast<std::size_t>(threadCount - 1));
    for (int i = 1; i < threadCount; ++i) {
        m_threads.emplace_back([this] { work(); });
    }
}

ThreadPool::~ThreadPool()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    for (std::thread& thread : m_threads) {
        thread.join();
    }
}

void ThreadPool::parallelFor(std::int64_t count, const RangeFunction& function, std::int64_t grain)
{
    assert(count >= 0 && grain >= 1);
    if (count == 0) {
        return;
    }
    if (m_threads.empty() || count <= grain) {
        function(0, count);
        return;
    }
    Loop loop{function, count, chunkSize(count, grain, threadCount())};
    {
        const std::lock_guard lock(m_mutex);
        m_loop = &loop;
        ++m_generation;
    }
    m_wake.notify_all();
    runPart(loop);
    std::unique_lock lock(m_mutex);
    m_loop = nullptr; // Threads that wake only now must not enter.
    m_done.wait(lock, [this] { return m_active == 0; });
}

void ThreadPool::work()
{
    std::uint64_t seen = 0;
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [&] { return m_stopping || (m_loop != nullptr && m_generation != seen); });
        if (m_stopping) {
            return;
        }
        seen = m_generation;
        Loop& loop = *m_loop;
        ++m_active;
        lock.unlock();
        runPart(loop);
        lock.lock();
        if (--m_active == 0) {
            m_done.notify_one();
        }
    }
}

void ThreadPool::runPart(Loop& loop)
{
    while (true) {
        const std::int64_t begin = loop.next.fetch_add(loop.chunk, std::memory_order_relaxed);
        if (begin >= loop.count) {
            return;
        }
        loop.function(begin, std::min(begin + loop.chunk, loop.count));
    }
}

} // namespace firstlight::kernels
