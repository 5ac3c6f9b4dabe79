// A worker's output line as a log line of the cluster.
#pragma once

#include "backend/api/common.pb.h"
#include "backend/base/clock.h"

#include <string>
#include <string_view>

namespace firstlight::agent {

// Lines that are log records keep their time, severity and program; others get these. Invalid UTF-8 is replaced.
v1::LogLine makeLogLine(std::string_view line, const std::string& program, base::SystemTime now);

} // namespace firstlight::agent
