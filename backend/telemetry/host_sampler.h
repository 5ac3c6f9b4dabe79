// Measures this host and single processes through procfs. An object belongs to one thread.
#pragma once

#include "backend/base/clock.h"
#include "backend/telemetry/proc_files.h"

#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

namespace firstlight::telemetry {

struct HostSample {
    double cpuBusyPercent = 0; // of all processors, since the previous sample
    std::int64_t memoryAvailableBytes = 0;
    double loadAverage1Min = 0;
};

class HostSampler
{
public:
    explicit HostSampler(std::string procDirectory = "/proc");
    HostSample sample();

private:
    const std::string m_proc;
    std::optional<CpuTimes> m_previous;
};

struct ProcessSample {
    std::int64_t residentBytes = 0;
    double cpuBusyPercent = 0; // of one processor, since the previous sample
};

class ProcessSampler
{
public:
    ProcessSampler(pid_t pid, const base::Clock& clock, const std::string& procDirectory = "/proc");
    ProcessSample sample(); // zeros when the process is gone

private:
    const std::string m_directory;
    const base::Clock& m_clock;
    std::optional<std::uint64_t> m_previousTicks;
    base::SteadyTime m_previousTime;
};

} // namespace firstlight::telemetry
