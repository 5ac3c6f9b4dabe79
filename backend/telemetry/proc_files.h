// What the kernel says in text files, as numbers. Pure functions of a file's contents; nothing when it is not there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace firstlight::telemetry {

struct CpuTimes {
    std::uint64_t busyTicks = 0; // of all processors together
    std::uint64_t totalTicks = 0;
};
std::optional<CpuTimes> parseCpuTimes(std::string_view procStat);

// The value of "name: N kB" in bytes.
std::optional<std::int64_t> parseMemoryField(std::string_view text, std::string_view name);

// The value of a line "name N".
std::optional<std::int64_t> parseCounter(std::string_view text, std::string_view name);

std::optional<double> parseLoadAverage(std::string_view procLoadavg); // of one minute

// User and system time of a process from /proc/<pid>/stat, whose second field may hold anything.
std::optional<std::uint64_t> parseProcessTicks(std::string_view procPidStat);

// The value after "name<blanks>:" in /proc/cpuinfo, or of name="value" in os-release; empty: not there.
std::string parseCpuInfoField(std::string_view text, std::string_view name);
std::string parseOsReleaseField(std::string_view text, std::string_view name);

// The contents of a small file of the kernel; empty when it cannot be read.
std::string readKernelFile(const std::string& path);

} // namespace firstlight::telemetry
