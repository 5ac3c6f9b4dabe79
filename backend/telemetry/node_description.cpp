#include "backend/telemetry/node_description.h"

#include "backend/base/version.h"
#include "backend/telemetry/proc_files.h"

#include <algorithm>
#include <thread>

#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace firstlight::telemetry {
namespace {

void addDevice(v1::NodeDescription& node, v1::DeviceKind kind, const std::string& name, std::int64_t totalBytes,
               std::int64_t usedBytes)
{
    v1::Device& device = *node.add_devices();
    device.set_index(node.devices_size() - 1);
    device.set_kind(kind);
    device.set_name(name);
    device.set_memory_total_bytes(totalBytes);
    device.set_memory_used_bytes(usedBytes);
}

void addSystem(v1::NodeDescription& node)
{
    utsname system{};
    ::uname(&system);
    node.set_hostname(system.nodename);
    node.set_kernel(std::string(system.sysname) + " " + system.release);
    node.set_operating_system(parseOsReleaseField(readKernelFile("/etc/os-release"), "PRETTY_NAME"));
}

void addVersions(v1::NodeDescription& node, const Nvml& nvml)
{
    auto& versions = *node.mutable_versions();
    versions["firstlight"] = std::string(base::version());
    versions["glibc"] = ::gnu_get_libc_version();
    if (nvml.available()) {
        versions["driver"] = nvml.driverVersion();
    }
}

} // namespace

v1::NodeDescription describeNode(const std::string& name, const Nvml& nvml, const KernelRoots& roots)
{
    v1::NodeDescription node;
    node.set_name(name);
    node.set_agent_pid(::getpid());
    addSystem(node);
    addVersions(node, nvml);
    const std::string model = parseCpuInfoField(readKernelFile(roots.proc + "/cpuinfo"), "model name");
    node.set_cpu_model(model);
    node.set_cpu_count(static_cast<int>(std::thread::hardware_concurrency()));
    const std::int64_t memory = usableMemoryBytes(::getpid(), roots);
    node.set_memory_total_bytes(memory);
    const auto available = parseMemoryField(readKernelFile(roots.proc + "/meminfo"), "MemAvailable").value_or(0);
    addDevice(node, v1::DEVICE_KIND_CPU, model, memory, std::max<std::int64_t>(0, memory - available));
    for (const NvidiaDevice& device : nvml.devices()) {
        addDevice(node, v1::DEVICE_KIND_CUDA, device.name, device.memoryTotalBytes, device.memoryUsedBytes);
    }
    return node;
}

} // namespace firstlight::telemetry
