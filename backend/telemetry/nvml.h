// NVIDIA devices through the driver's management library, loaded at run time. Where the library or a device is
// missing there are simply no devices. Untested on hardware: only its absence is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace firstlight::telemetry {

struct NvidiaDevice {
    std::string name;
    std::int64_t memoryTotalBytes = 0;
    std::int64_t memoryUsedBytes = 0;
};

class Nvml
{
public:
    explicit Nvml(const std::string& library = "libnvidia-ml.so.1");
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    bool available() const;
    std::string driverVersion() const; // empty: not available
    std::vector<NvidiaDevice> devices() const;

private:
    struct Functions;
    std::unique_ptr<Functions> m_functions; // null: not available
};

} // namespace firstlight::telemetry
