// How findings get into a verdict.
#pragma once

#include "backend/api/checkpoint.pb.h"

#include <absl/status/status.h>

namespace firstlight::model {

// States are ordered from good to bad; a verdict only becomes worse.
void setWorse(v1::Verdict& verdict, v1::VerdictState state);

// The same sentence is said once, and no verdict has more than a hundred of them.
void addFinding(v1::Verdict& verdict, v1::VerdictState state, const absl::Status& finding);

} // namespace firstlight::model
