// Why a checkpoint cannot be run, in one finding.
#pragma once

#include "backend/api/checkpoint.pb.h"

namespace firstlight::diagnose {

// The first finding of a verdict that is "no": what cannot be run before what is not there, and problems of files
// before the tensors that are missing because of them. Null: nothing stands in the way.
const v1::FailureDetail* checkpointBlocker(const v1::CheckpointReport& report);

} // namespace firstlight::diagnose
