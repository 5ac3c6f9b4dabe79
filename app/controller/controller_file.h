// <runtime dir>/controller.json: how clients on this machine find the controller.
#pragma once

#include <absl/status/status.h>
#include <nlohmann/json.hpp>

#include <string>

namespace firstlight::controller {

// Written (mode 0600) by its creation, removed when destroyed.
class ControllerFile
{
public:
    explicit ControllerFile(std::string path) : m_path(std::move(path)) {}
    ~ControllerFile();
    ControllerFile(const ControllerFile&) = delete;
    ControllerFile& operator=(const ControllerFile&) = delete;

    absl::Status write(const nlohmann::json& contents);

private:
    std::string m_path;
    bool m_written = false;
};

} // namespace firstlight::controller
