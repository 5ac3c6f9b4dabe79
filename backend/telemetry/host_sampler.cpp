#include "backend/telemetry/host_sampler.h"

#include <unistd.h>

namespace firstlight::telemetry {

HostSampler::HostSampler(std::string procDirectory)
    : m_proc(std::move(procDirectory)), m_previous(parseCpuTimes(readKernelFile(m_proc + "/stat")))
{
}

HostSample HostSampler::sample()
{
    HostSample sample;
    const auto times = parseCpuTimes(readKernelFile(m_proc + "/stat"));
    if (times && m_previous && times->totalTicks > m_previous->totalTicks) {
        const auto busy = static_cast<double>(times->busyTicks - m_previous->busyTicks);
        sample.cpuBusyPercent = 100.0 * busy / static_cast<double>(times->totalTicks - m_previous->totalTicks);
    }
    m_previous = times;
    sample.memoryAvailableBytes = parseMemoryField(readKernelFile(m_proc + "/meminfo"), "MemAvailable").value_or(0);
    sample.loadAverage1Min = parseLoadAverage(readKernelFile(m_proc + "/loadavg")).value_or(0);
    return sample;
}

ProcessSampler::ProcessSampler(pid_t pid, const base::Clock& clock, const std::string& procDirectory)
    : m_directory(procDirectory + "/" + std::to_string(pid))
    , m_clock(clock)
    , m_previousTicks(parseProcessTicks(readKernelFile(m_directory + "/stat")))
    , m_previousTime(clock.steadyNow())
{
}

ProcessSample ProcessSampler::sample()
{
    ProcessSample sample;
    const auto ticks = parseProcessTicks(readKernelFile(m_directory + "/stat"));
    const auto now = m_clock.steadyNow();
    const double seconds = std::chrono::duration<double>(now - m_previousTime).count();
    if (ticks && m_previousTicks && *ticks >= *m_previousTicks && seconds > 0) {
        const double busySeconds =
            static_cast<double>(*ticks - *m_previousTicks) / static_cast<double>(::sysconf(_SC_CLK_TCK));
        sample.cpuBusyPercent = 100.0 * busySeconds / seconds;
    }
    m_previousTicks = ticks;
    m_previousTime = now;
    sample.residentBytes = parseMemoryField(readKernelFile(m_directory + "/status"), "VmRSS").value_or(0);
    return sample;
}

} // namespace firstlight::telemetry
