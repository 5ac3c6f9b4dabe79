// A clock that stands still until it is told to move. Thread-safe.
#pragma once

#include "backend/base/clock.h"

#include <mutex>

namespace firstlight::test {

class FakeClock final : public base::Clock
{
public:
    base::SystemTime systemNow() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_system;
    }

    base::SteadyTime steadyNow() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_steady;
    }

    // Both clocks, as time does.
    void advance(std::chrono::nanoseconds duration)
    {
        const std::lock_guard lock(m_mutex);
        m_system += duration;
        m_steady += duration;
    }

    // The wall clock alone, as an operator or NTP does.
    void jump(std::chrono::nanoseconds duration)
    {
        const std::lock_guard lock(m_mutex);
        m_system += duration;
    }

private:
    mutable std::mutex m_mutex;
    base::SystemTime m_system{std::chrono::nanoseconds(1'700'000'000'000'000'000)};
    base::SteadyTime m_steady{std::chrono::hours(1)};
};

} // namespace firstlight::test
