#include "backend/report/format.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_format.h>
#include <absl/time/time.h>

#include <cmath>
#include <iterator>

namespace firstlight::report {
namespace {

// "STAGE_STREAM_WEIGHTS" without its prefix, in lower case.
std::string enumWord(const std::string& name, std::size_t prefixLength)
{
    return name.size() <= prefixLength ? "?" : absl::AsciiStrToLower(name.substr(prefixLength));
}

} // namespace

std::string formatNumber(double value)
{
    const double size = std::fabs(value);
    if (!std::isfinite(value)) {
        return "?";
    }
    if (size >= 100 || value == std::floor(value)) {
        return absl::StrFormat("%.0f", value);
    }
    return size >= 10 ? absl::StrFormat("%.1f", value) : absl::StrFormat("%.2f", value);
}

std::string formatBytes(std::int64_t bytes)
{
    static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (std::fabs(value) >= 1024 && unit + 1 < std::size(kUnits)) {
        value /= 1024;
        ++unit;
    }
    return formatNumber(value) + " " + kUnits[unit];
}

std::string formatCount(std::int64_t count)
{
    static constexpr const char* kUnits[] = {"", " k", " M", " B", " T"};
    double value = static_cast<double>(count);
    std::size_t unit = 0;
    while (std::fabs(value) >= 1000 && unit + 1 < std::size(kUnits)) {
        value /= 1000;
        ++unit;
    }
    return formatNumber(value) + kUnits[unit];
}

std::string formatDuration(std::int64_t nanoseconds)
{
    const double seconds = static_cast<double>(nanoseconds) / 1e9;
    if (seconds >= 60) {
        const auto whole = static_cast<std::int64_t>(seconds);
        return absl::StrFormat("%d min %02d s", whole / 60, whole % 60);
    }
    if (seconds >= 1) {
        return formatNumber(seconds) + " s";
    }
    return nanoseconds >= 1'000'000 ? formatNumber(seconds * 1e3) + " ms" : formatNumber(seconds * 1e6) + " us";
}

std::string formatTime(std::int64_t unixNs)
{
    if (unixNs <= 0) {
        return "-";
    }
    return absl::FormatTime("%Y-%m-%d %H:%M:%E3SZ", absl::FromUnixNanos(unixNs), absl::UTCTimeZone());
}

std::string memoryClassName(v1::MemoryClass memoryClass)
{
    return enumWord(v1::MemoryClass_Name(memoryClass), 13);
}

std::string severityName(v1::Severity severity)
{
    return enumWord(v1::Severity_Name(severity), 9);
}

std::string supportName(v1::OperatorSupport support)
{
    switch (support) {
    case v1::OPERATOR_SUPPORT_FAST:
        return "fast";
    case v1::OPERATOR_SUPPORT_FALLBACK:
        return "fallback";
    case v1::OPERATOR_SUPPORT_MISSING:
        return "missing";
    default:
        return "unknown";
    }
}

} // namespace firstlight::report
