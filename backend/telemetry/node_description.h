// What a node is: its system, processors, memory, devices and versions.
#pragma once

#include "backend/api/cluster.pb.h"
#include "backend/telemetry/memory_limit.h"
#include "backend/telemetry/nvml.h"

#include <string>

namespace firstlight::telemetry {

// Device 0 is the host's processors with its memory; NVIDIA devices follow. agent_pid is this process.
v1::NodeDescription describeNode(const std::string& name, const Nvml& nvml, const KernelRoots& roots = {});

} // namespace firstlight::telemetry
