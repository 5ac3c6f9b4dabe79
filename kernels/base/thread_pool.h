#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace firstlight::kernels {

// A reference to a callable `void(int64 begin, int64 end)`; valid only as long as the callable. No allocation.
class RangeFunction
{
public:
    template <typename Function>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, RangeFunction>)
        [[gnu::always_inline]] RangeFunction(const Function& function)
        : m_object(&function), m_call([](const void* object, std::int64_t begin, std::int64_t end) {
            (*static_cast<const Function*>(object))(begin, end);
        })
    {
    }

    void operator()(std::int64_t begin, std::int64_t end) const { m_call(m_object, begin, end); }

private:
    const void* m_object;
    void (*m_call)(const void*, std::int64_t, std::int64_t);
};

// A fixed set of threads that share loops. The calling thread takes part, so threadCount() == 1 starts no thread and
// runs everything inline. Idle threads sleep.
class ThreadPool
{
public:
    // threadCount >= 1, the caller included.
    explicit ThreadPool(int threadCount);
    // No parallelFor may be running.
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threadCount() const { return static_cast<int>(m_threads.size()) + 1; }

    // Calls `function` with ranges that together cover [0, count) exactly once, from any of the threads, and returns
    // when all are done. Ranges are multiples of `grain` long except the last. From one thread at a time; not from
    // inside a running function. The function must not throw.
    void parallelFor(std::int64_t count, const RangeFunction& function, std::int64_t grain = 1);

private:
    struct Loop;

    void work();
    void runPart(Loop& loop);

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_done;
    Loop* m_loop = nullptr;         // guarded by m_mutex
    std::uint64_t m_generation = 0; // guarded by m_mutex
    int m_active = 0;               // guarded by m_mutex: threads inside the current loop
    bool m_stopping = false;        // guarded by m_mutex
    std::vector<std::thread> m_threads;
};

} // namespace firstlight::kernels
