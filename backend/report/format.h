// Numbers and times in English words for reports and terminals.
#pragma once

#include "backend/api/checkpoint.pb.h"
#include "backend/api/common.pb.h"

#include <cstdint>
#include <string>

namespace firstlight::report {

std::string formatBytes(std::int64_t bytes);          // "1.50 GiB", "0 B"
std::string formatCount(std::int64_t count);          // "4.97 M", "812"
std::string formatDuration(std::int64_t nanoseconds); // "1.23 s", "4 min 05 s", "812 ms", "15 us"
std::string formatTime(std::int64_t unixNs);          // UTC, "2026-03-01 12:00:00.123Z"
std::string formatNumber(double value);               // three significant figures, no exponent below a million

std::string memoryClassName(v1::MemoryClass memoryClass); // "kv_cache"
std::string severityName(v1::Severity severity);          // "warning"
std::string supportName(v1::OperatorSupport support);     // "fast", "fallback", "missing", "unknown"

} // namespace firstlight::report
