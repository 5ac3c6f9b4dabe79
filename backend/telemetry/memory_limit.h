// The memory limits that the kernel sets to a process, and whether it has killed somebody over them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

namespace firstlight::telemetry {

struct KernelRoots {
    std::string proc = "/proc";
    std::string cgroup = "/sys/fs/cgroup";
};

// Memory of this host, or less when the control group of `pid` (version 1 or 2) limits it.
std::int64_t usableMemoryBytes(pid_t pid, const KernelRoots& roots = {});

// How often the kernel has killed a process for want of memory, in the control group of `pid` where it counts this,
// else on the whole host. Read it before and after an end by SIGKILL.
std::optional<std::int64_t> outOfMemoryKills(pid_t pid, const KernelRoots& roots = {});

} // namespace firstlight::telemetry
