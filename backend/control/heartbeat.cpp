#include "backend/control/heartbeat.h"

namespace firstlight::control {
namespace {

HeartbeatStep stepOf(base::SteadyTime::duration silence, const HeartbeatLimits& limits)
{
    if (silence >= limits.stuck) {
        return HeartbeatStep::kStuck;
    }
    if (silence >= limits.warn) {
        return HeartbeatStep::kWarn;
    }
    return silence >= limits.late ? HeartbeatStep::kLate : HeartbeatStep::kFine;
}

} // namespace

HeartbeatStep Heartbeat::step(base::SteadyTime now, const HeartbeatLimits& limits, bool& changed)
{
    const HeartbeatStep step = stepOf(silence(now), limits);
    changed = step != m_step;
    m_step = step;
    return step;
}

} // namespace firstlight::control
