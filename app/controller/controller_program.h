// The controller put together: core, service, server, the file that says where it is.
#pragma once

#include "app/controller/controller_file.h"
#include "app/controller/controller_options.h"
#include "backend/base/clock.h"
#include "backend/base/file.h"
#include "backend/control/control_core.h"
#include "backend/control/controller_service.h"
#include "backend/rpc/server.h"

#include <memory>
#include <stop_token>
#include <string>

namespace firstlight::controller {

class ControllerProgram
{
public:
    // `clock` and `stop` must outlive it. kAddressInUse: another controller serves this runtime folder, or the port
    // of --listen is taken; kStoreInvalid; kRequestInvalid for an address that is not loopback.
    static absl::StatusOr<std::unique_ptr<ControllerProgram>> start(const ControllerOptions& options,
                                                                    const std::string& commandLine,
                                                                    const base::Clock& clock, std::stop_source stop);
    // Stops deployments, agents and calls in order; bounded.
    ~ControllerProgram();

    // For the READY line: address, token, listen_address, pid, version.
    const nlohmann::json& contact() const { return m_contact; }
    const base::Logger& logger() const { return m_core->logger(); }

private:
    explicit ControllerProgram(const ControllerOptions& options);
    absl::Status makeCore(const std::string& commandLine, const base::Clock& clock);
    absl::Status serve(std::stop_source stop);

    const ControllerOptions m_options;
    base::FileDescriptor m_lock; // of the runtime folder; the last to go
    const std::string m_token;   // of clients
    nlohmann::json m_contact;
    std::unique_ptr<control::ControlCore> m_core;
    std::unique_ptr<control::ControllerService> m_service;
    std::unique_ptr<rpc::Server> m_server;
    ControllerFile m_file;
};

} // namespace firstlight::controller
