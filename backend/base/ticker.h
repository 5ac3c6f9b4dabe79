// Calls a function at a steady interval on a thread of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace firstlight::base {

// The first call comes after one interval; a call that takes longer delays the next. Ends when destroyed, after the
// call in progress.
class Ticker
{
public:
    Ticker(std::chrono::milliseconds interval, std::function<void()> tick);
    ~Ticker();
    Ticker(const Ticker&) = delete;
    Ticker& operator=(const Ticker&) = delete;

private:
    void run();

    const std::chrono::milliseconds m_interval;
    const std::function<void()> m_tick;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_ending = false;
    std::thread m_thread;
};

} // namespace firstlight::base
