#include "backend/control/deployment_limits.h"

namespace firstlight::control {
namespace {

std::chrono::seconds usualLimit(v1::Stage stage)
{
    using std::chrono::seconds;
    switch (stage) {
    case v1::STAGE_PREFLIGHT:
        return seconds(120); // reads headers of thousands of shards, maybe over a network
    case v1::STAGE_PLAN:
        return seconds(60);
    case v1::STAGE_LAUNCH:
        return seconds(30);
    case v1::STAGE_RENDEZVOUS:
        return seconds(30);
    case v1::STAGE_COMM_CHECK:
        return seconds(60);
    case v1::STAGE_WARM_UP:
        return seconds(300);
    case v1::STAGE_TEXT_PROBE:
    case v1::STAGE_IMAGE_PROBE:
    case v1::STAGE_REPEATABILITY_PROBE:
        return seconds(180);
    case v1::STAGE_SERVING:
        return seconds(0);
    case v1::STAGE_DRAINING:
        return seconds(0); // bounded by drain and teardown
    default:
        return seconds(60);
    }
}

} // namespace

std::chrono::milliseconds DeploymentLimits::stallLimit(v1::Stage stage) const
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(usualLimit(stage) * stallFactor);
}

} // namespace firstlight::control
