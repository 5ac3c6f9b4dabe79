// Every wait of a deployment has a limit; these are they.
#pragma once

#include "backend/api/common.pb.h"
#include "backend/control/heartbeat.h"

#include <chrono>

namespace firstlight::control {

struct DeploymentLimits {
    HeartbeatLimits heartbeat;
    std::chrono::milliseconds sampleInterval{250};      // of workers
    std::chrono::milliseconds settle{1000};             // how long consequences wait for their cause
    std::chrono::milliseconds failureGrace{500};        // SIGTERM to SIGKILL after a failure
    std::chrono::milliseconds stopGrace{3000};          // the same in an orderly stop
    std::chrono::milliseconds teardown{8000};           // until ranks that say nothing are given up
    std::chrono::milliseconds drain{5000};              // for open questions in an orderly stop
    std::chrono::milliseconds collectiveTimeout{30000}; // of an operation between ranks
    double stallFactor = 1;                             // for slow machines and quick tests

    // Without progress for longer than this a stage has failed; 0: no limit.
    std::chrono::milliseconds stallLimit(v1::Stage stage) const;
};

} // namespace firstlight::control
