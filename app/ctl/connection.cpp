#include "app/ctl/connection.h"

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
    const bool usable = contact.ok() && contact->is_object() && contact->contains("address");
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
    if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED) {
        return base::failure(reasons::kNoAnswer, absl::StatusCode::kDeadlineExceeded, {{"how", "the time was over"}});
    }
    if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
        const std::string process = std::to_string(m_contact.value("pid", 0));
        return base::failure(reasons::kControllerLost, absl::StatusCode::kUnavailable,
                             {{"how", "process " + process + " no longer answers"}});
    }
    return rpc::statusFromGrpc(status);
}

absl::StatusOr<Connection> Connection::open(const std::string& runtimeDirectory, std::chrono::milliseconds timeout)
{
    Connection connection;
    FIRSTLIGHT_ASSIGN_OR_RETURN(connection.m_contact, readContact(runtimeDirectory));
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
