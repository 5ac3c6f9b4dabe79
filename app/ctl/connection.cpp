#include "app/ctl/connection.h"

#include "app/ctl/controller_process.h"
#include "backend/api/protocol.h"
#include "backend/base/failure.h"
#include "backend/base/json.h"
#include "backend/base/version.h"
#include "backend/rpc/channel.h"

#include <unistd.h>

namespace firstlight::ctl {
namespace {

constexpr std::int64_t kMaxFileBytes = 64 << 10;

absl::StatusOr<nlohmann::json> readContact(const std::string& runtimeDirectory)
{
    const std::string path = runtimeDirectory + "/controller.json";
    if (::access(path.c_str(), F_OK) != 0) {
        return base::failure(reasons::kNoController, absl::StatusCode::kUnavailable, {{"path", runtimeDirectory}});
    }
    auto contact = base::readJsonFile(path, {kMaxFileBytes, 4});
    const bool usable = contact.ok() && contact->is_object() && contact->contains("address") &&
                        contact->value("pid", nlohmann::json()).is_number_integer();
    if (!usable) { // left by something that was interrupted
        return base::failure(reasons::kNoController, absl::StatusCode::kUnavailable, {{"path", runtimeDirectory}});
    }
    return contact;
}

} // namespace

absl::Status Connection::explained(const grpc::Status& status) const
{
    if (status.ok() || rpc::failureDetailFromGrpc(status)) {
        return rpc::statusFromGrpc(status);
    }
    const bool isOver = status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED;
    if (isOver && controllerState(pid()) == ProcessState::kRuns) {
        return base::failure(reasons::kNoAnswer, absl::StatusCode::kDeadlineExceeded, {{"how", "the time was over"}});
    }
    if (isOver || status.error_code() == grpc::StatusCode::UNAVAILABLE) {
        return notAnswering(pid());
    }
    return rpc::statusFromGrpc(status);
}

int Connection::pid() const
{
    return m_contact.value("pid", 0);
}

absl::StatusOr<int> controllerPid(const std::string& runtimeDirectory)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const nlohmann::json contact, readContact(runtimeDirectory));
    return contact.value("pid", 0);
}

absl::StatusOr<Connection> Connection::open(const std::string& runtimeDirectory, std::chrono::milliseconds timeout)
{
    Connection connection;
    FIRSTLIGHT_ASSIGN_OR_RETURN(connection.m_contact, readContact(runtimeDirectory));
    if (controllerState(connection.pid()) == ProcessState::kStopped) { // no need to wait for it
        return notAnswering(connection.pid());
    }
    connection.m_token = connection.m_contact.value("token", std::string());
    connection.m_stub = v1::Controller::NewStub(
        rpc::makeChannel(connection.m_contact.value("address", std::string()), rpc::kMaxMessageBytes));
    v1::HandshakeRequest request;
    request.set_client("firstlightctl");
    request.set_version(std::string(base::version()));
    request.set_protocol_version(kProtocolVersion);
    FIRSTLIGHT_ASSIGN_OR_RETURN(connection.m_handshake,
                                connection.call(&v1::Controller::Stub::Handshake, request, timeout));
    return connection;
}

} // namespace firstlight::ctl
