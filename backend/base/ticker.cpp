#include "backend/base/ticker.h"

#include <utility>

namespace firstlight::base {

Ticker::Ticker(std::chrono::milliseconds interval, std::function<void()> tick)
    : m_interval(interval), m_tick(std::move(tick)), m_thread([this] { run(); })
{
}

Ticker::~Ticker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
        m_changed.notify_all();
    }
    m_thread.join();
}

void Ticker::run()
{
    std::unique_lock lock(m_mutex);
    while (!m_changed.wait_for(lock, m_interval, [this] { return m_ending; })) {
        lock.unlock();
        m_tick();
        lock.lock();
    }
}

} // namespace firstlight::base
