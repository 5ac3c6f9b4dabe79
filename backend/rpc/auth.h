// The access token of every call: metadata "authorization: Bearer <token>".
#pragma once

#include <absl/status/status.h>
#include <grpcpp/client_context.h>
#include <grpcpp/server_context.h>

#include <chrono>
#include <string>

namespace firstlight::rpc {

void attachToken(grpc::ClientContext& context, const std::string& token);

// Attaches the token and sets the deadline, which every call but a watch has.
void prepareCall(grpc::ClientContext& context, const std::string& token, std::chrono::milliseconds timeout);

// The server's side; to be asked first in every method, before the request is looked at. Immutable, thread-safe.
class TokenGuard
{
public:
    explicit TokenGuard(std::string token) : m_token(std::move(token)) {}

    // OK or kUnauthorized. Compares in constant time; an empty token of our own lets nobody in.
    absl::Status check(const grpc::ServerContextBase& context) const;

private:
    std::string m_token;
};

} // namespace firstlight::rpc
