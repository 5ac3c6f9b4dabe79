// The severity of a line of log, from a process's own to the contract's.
#pragma once

#include "backend/api/common.pb.h"
#include "backend/base/log.h"

namespace firstlight::rpc {

v1::Severity toMessage(base::LogSeverity severity);

} // namespace firstlight::rpc
