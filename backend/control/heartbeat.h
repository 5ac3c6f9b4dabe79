// How long somebody has been silent, in the steps that people act on.
#pragma once

#include "backend/base/clock.h"

#include <chrono>

namespace firstlight::control {

struct HeartbeatLimits {
    std::chrono::milliseconds late{1000};
    std::chrono::milliseconds warn{5000};
    std::chrono::milliseconds stuck{20000};
};

enum class HeartbeatStep { kFine, kLate, kWarn, kStuck };

class Heartbeat
{
public:
    explicit Heartbeat(base::SteadyTime now) : m_lastHeard(now) {}

    void heard(base::SteadyTime now) { m_lastHeard = now; }
    base::SteadyTime::duration silence(base::SteadyTime now) const { return now - m_lastHeard; }

    // The step reached; `changed` says whether the previous call gave another one.
    HeartbeatStep step(base::SteadyTime now, const HeartbeatLimits& limits, bool& changed);

private:
    base::SteadyTime m_lastHeard;
    HeartbeatStep m_step = HeartbeatStep::kFine;
};

} // namespace firstlight::control
