#include "backend/telemetry/nvml.h"

#include <dlfcn.h>

namespace firstlight::telemetry {
namespace {

// The little of the library's stable interface that is used here.
using Result = int;
constexpr Result kSuccess = 0;
using DeviceHandle = void*;
struct MemoryInfo {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};
constexpr unsigned kNameBytes = 96;
constexpr unsigned kVersionBytes = 80;

} // namespace

struct Nvml::Functions {
    void* library = nullptr;
    Result (*init)() = nullptr;
    Result (*shutdown)() = nullptr;
    Result (*driverVersion)(char*, unsigned) = nullptr;
    Result (*deviceCount)(unsigned*) = nullptr;
    Result (*deviceByIndex)(unsigned, DeviceHandle*) = nullptr;
    Result (*deviceName)(DeviceHandle, char*, unsigned) = nullptr;
    Result (*deviceMemory)(DeviceHandle, MemoryInfo*) = nullptr;
    bool initialised = false;

    explicit Functions(const std::string& name) : library(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
    {
        const bool complete = library != nullptr && load(init, "nvmlInit_v2") && load(shutdown, "nvmlShutdown") &&
                              load(driverVersion, "nvmlSystemGetDriverVersion") &&
                              load(deviceCount, "nvmlDeviceGetCount_v2") &&
                              load(deviceByIndex, "nvmlDeviceGetHandleByIndex_v2") &&
                              load(deviceName, "nvmlDeviceGetName") && load(deviceMemory, "nvmlDeviceGetMemoryInfo");
        initialised = complete && init() == kSuccess;
    }

    ~Functions()
    {
        if (initialised) {
            shutdown();
        }
        if (library != nullptr) {
            ::dlclose(library);
        }
    }
    Functions(const Functions&) = delete;
    Functions& operator=(const Functions&) = delete;

    template <typename Function>
    bool load(Function& function, const char* name)
    {
        function = reinterpret_cast<Function>(::dlsym(library, name));
        return function != nullptr;
    }
};

Nvml::Nvml(const std::string& library) : m_functions(std::make_unique<Functions>(library))
{
    if (!m_functions->initialised) {
        m_functions.reset();
    }
}

Nvml::~Nvml() = default;

bool Nvml::available() const
{
    return m_functions != nullptr;
}

std::string Nvml::driverVersion() const
{
    char text[kVersionBytes] = {};
    return available() && m_functions->driverVersion(text, kVersionBytes) == kSuccess ? text : "";
}

std::vector<NvidiaDevice> Nvml::devices() const
{
    std::vector<NvidiaDevice> devices;
    unsigned count = 0;
    if (!available() || m_functions->deviceCount(&count) != kSuccess) {
        return devices;
    }
    for (unsigned index = 0; index < count; ++index) {
        DeviceHandle handle = nullptr;
        char name[kNameBytes] = {};
        MemoryInfo memory{};
        if (m_functions->deviceByIndex(index, &handle) == kSuccess &&
            m_functions->deviceName(handle, name, kNameBytes) == kSuccess &&
            m_functions->deviceMemory(handle, &memory) == kSuccess) {
            devices.push_back({name, static_cast<std::int64_t>(memory.total), static_cast<std::int64_t>(memory.used)});
        }
    }
    return devices;
}

} // namespace firstlight::telemetry
