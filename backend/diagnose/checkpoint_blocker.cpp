#include "backend/diagnose/checkpoint_blocker.h"

#include "backend/api/failure_reasons.h"

namespace firstlight::diagnose {

const v1::FailureDetail* checkpointBlocker(const v1::CheckpointReport& report)
{
    const v1::FailureDetail* missingTensors = nullptr;
    for (const v1::Verdict* verdict : {&report.supported(), &report.complete(), &report.consistent()}) {
        if (verdict->state() != v1::VERDICT_STATE_NO) {
            continue;
        }
        for (const v1::FailureDetail& finding : verdict->findings()) {
            if (finding.reason() != reasons::kTensorMissing.id) {
                return &finding;
            }
            missingTensors = missingTensors == nullptr ? &finding : missingTensors;
        }
    }
    return missingTensors;
}

} // namespace firstlight::diagnose
