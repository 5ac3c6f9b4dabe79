#pragma once

#include <absl/status/status.h>

namespace firstlight::control {

// Whether gRPC itself made this status, not the other side: the connection broke, or nobody answered.
bool isTransportFailure(const absl::Status& status);

} // namespace firstlight::control
