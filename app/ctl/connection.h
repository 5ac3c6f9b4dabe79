// The way to a running controller.
#pragma once

#include "backend/api/controller.grpc.pb.h"
#include "backend/rpc/auth.h"
#include "backend/rpc/status.h"

#include <absl/status/statusor.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace firstlight::ctl {

class Connection
{
public:
    // By <runtime dir>/controller.json. kNoController: there is none; kControllerLost: its process is gone; kNoAnswer:
    // it is stopped or silent; kVersionMismatch.
    static absl::StatusOr<Connection> open(const std::string& runtimeDirectory, std::chrono::milliseconds timeout);

    const nlohmann::json& contact() const { return m_contact; }
    const v1::HandshakeResponse& controller() const { return m_handshake; }

    // A unary call: connection.call(&v1::Controller::Stub::MakePlan, request, timeout).
    template <typename Request, typename Response>
    absl::StatusOr<Response> call(grpc::Status (v1::Controller::Stub::*method)(grpc::ClientContext*, const Request&,
                                                                               Response*),
                                  const Request& request, std::chrono::milliseconds timeout) const
    {
        grpc::ClientContext context;
        rpc::prepareCall(context, m_token, timeout);
        Response response;
        const absl::Status status = explained((m_stub.get()->*method)(&context, request, &response));
        return status.ok() ? absl::StatusOr<Response>(std::move(response)) : status;
    }

    // A stream: `onMessage` returns whether it wants more.
    template <typename Request, typename Message, typename OnMessage>
    absl::Status read(std::unique_ptr<grpc::ClientReader<Message>> (v1::Controller::Stub::*method)(grpc::ClientContext*,
                                                                                                   const Request&),
                      const Request& request, std::chrono::milliseconds timeout, OnMessage&& onMessage) const
    {
        grpc::ClientContext context;
        rpc::prepareCall(context, m_token, timeout);
        const auto reader = (m_stub.get()->*method)(&context, request);
        Message message;
        while (reader->Read(&message)) {
            if (!onMessage(message)) {
                context.TryCancel();
                while (reader->Read(&message)) {
                }
                reader->Finish();
                return absl::OkStatus();
            }
        }
        return explained(reader->Finish());
    }

private:
    Connection() = default;
    int pid() const; // as the contact file says
    // A transport failure becomes a sentence about the controller.
    absl::Status explained(const grpc::Status& status) const;

    nlohmann::json m_contact;
    std::string m_token;
    std::shared_ptr<v1::Controller::Stub> m_stub;
    v1::HandshakeResponse m_handshake;
};

// By the contact file alone; kNoController.
absl::StatusOr<int> controllerPid(const std::string& runtimeDirectory);

} // namespace firstlight::ctl
