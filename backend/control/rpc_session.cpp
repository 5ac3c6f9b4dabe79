#include "backend/control/controller_service.h"

#include "backend/api/protocol.h"
#include "backend/base/failure.h"
#include "backend/base/resources.h"
#include "backend/base/version.h"
#include "backend/control/rpc_answers.h"

#include <filesystem>
#include <unistd.h>

namespace firstlight::control {
namespace {

std::string demoCheckpoint()
{
    const std::string path = base::resourceDirectory() + "/demo";
    std::error_code ignored; // a folder that cannot be looked at is not installed
    return std::filesystem::exists(path + "/config.json", ignored) ? path : std::string();
}

v1::HandshakeResponse describe(const ControlCore& core)
{
    v1::HandshakeResponse response;
    response.set_version(std::string(base::version()));
    response.set_protocol_version(kProtocolVersion);
    for (const char* capability : {"native", "images", "comm_check", "reports"}) {
        response.add_capabilities(capability);
    }
    response.set_pid(::getpid());
    response.set_start_unix_ns(core.startUnixNs());
    response.set_now_unix_ns(base::unixNanoseconds(core.clock().systemNow()));
    response.set_state_directory(core.options().stateDirectory);
    response.set_demo_checkpoint_path(demoCheckpoint());
    return response;
}

absl::StatusOr<v1::HandshakeResponse> shakeHands(const v1::HandshakeRequest& request, const ControlCore& core)
{
    if (request.protocol_version() == kProtocolVersion) {
        return describe(core);
    }
    const auto named = [](const std::string& version, int protocol) {
        return version + " (protocol " + std::to_string(protocol) + ")";
    };
    return base::failure(reasons::kVersionMismatch,
                         {{"ours", named(request.version(), request.protocol_version())},
                          {"theirs", named(std::string(base::version()), kProtocolVersion)}});
}

} // namespace

grpc::ServerUnaryReactor* ControllerService::Handshake(grpc::CallbackServerContext* context,
                                                       const v1::HandshakeRequest* request,
                                                       v1::HandshakeResponse* response)
{
    return guarded(m_guard, context, response, [&](const auto& reply) { reply(shakeHands(*request, m_core)); });
}

grpc::ServerUnaryReactor* ControllerService::Shutdown(grpc::CallbackServerContext* context,
                                                      const v1::ShutdownRequest* /*request*/,
                                                      v1::ShutdownResponse* response)
{
    return guarded(m_guard, context, response, [&](const auto& reply) {
        m_core.logger().info("a client asked for the end");
        reply(v1::ShutdownResponse());
        m_onShutdown();
    });
}

grpc::ServerUnaryReactor* ControllerService::DescribeController(grpc::CallbackServerContext* context,
                                                                const v1::DescribeControllerRequest* /*request*/,
                                                                v1::DescribeControllerResponse* response)
{
    return guarded(m_guard, context, response, [&](const auto& reply) {
        m_core.describe([this, reply](auto described) {
            *described->mutable_controller() = describe(m_core);
            reply(std::move(described));
        });
    });
}

} // namespace firstlight::control
