// Time as a dependency, so that tests can inject their own.
//
// Wall-clock times go into records that people and other processes read; durations and deadlines use the steady clock
// only, so that a clock that jumps never ends a wait. Implementations are safe to use from any thread.
#pragma once

#include <chrono>
#include <cstdint>

namespace firstlight::base {

using SystemTime = std::chrono::sys_time<std::chrono::nanoseconds>;
using SteadyTime = std::chrono::steady_clock::time_point;

class Clock
{
public:
    virtual ~Clock() = default;
    virtual SystemTime systemNow() const = 0;
    virtual SteadyTime steadyNow() const = 0;
};

class SystemClock final : public Clock
{
public:
    SystemTime systemNow() const override { return std::chrono::system_clock::now(); }
    SteadyTime steadyNow() const override { return std::chrono::steady_clock::now(); }
};

inline std::int64_t unixNanoseconds(SystemTime time)
{
    return time.time_since_epoch().count();
}

inline SystemTime systemTimeFromUnix(std::int64_t nanoseconds)
{
    return SystemTime(std::chrono::nanoseconds(nanoseconds));
}

} // namespace firstlight::base
