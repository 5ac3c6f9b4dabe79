#include "backend/base/resources.h"

#include "backend/base/runtime_paths.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace firstlight::base {

std::string resourceDirectory()
{
    if (const char* own = std::getenv("FIRSTLIGHT_RESOURCE_DIR"); own != nullptr && *own != '\0') {
        return own;
    }
    const auto installed = (std::filesystem::path(programDirectory()) / "../share/firstlight").lexically_normal();
    std::error_code error;
    return std::filesystem::is_directory(installed, error) ? installed.string() : FIRSTLIGHT_SOURCE_RESOURCES;
}

std::string userConfigDirectory()
{
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    const std::filesystem::path folder = config != nullptr && *config != '\0'
                                             ? std::filesystem::path(config)
                                             : std::filesystem::path(home == nullptr ? "/" : home) / ".config";
    return (folder / "firstlight").string();
}

} // namespace firstlight::base
