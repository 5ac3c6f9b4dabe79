#include "backend/base/runtime_paths.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <unistd.h>

namespace firstlight::base {
namespace {

std::string environmentValue(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

} // namespace

std::string runtimeDirectory()
{
    if (const std::string own = environmentValue("FIRSTLIGHT_RUNTIME_DIR"); !own.empty()) {
        return own;
    }
    if (const std::string xdg = environmentValue("XDG_RUNTIME_DIR"); !xdg.empty()) {
        return xdg + "/firstlight";
    }
    return "/tmp/firstlight-" + std::to_string(::getuid());
}

std::string stateDirectory()
{
    if (const std::string own = environmentValue("FIRSTLIGHT_STATE_DIR"); !own.empty()) {
        return own;
    }
    if (const std::string xdg = environmentValue("XDG_STATE_HOME"); !xdg.empty()) {
        return xdg + "/firstlight";
    }
    return environmentValue("HOME") + "/.local/state/firstlight";
}

std::string programDirectory()
{
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).parent_path().string();
}

std::string programPath(std::string_view name)
{
    return programDirectory() + "/" + std::string(name);
}

} // namespace firstlight::base
