// Starting a gRPC server on a private Unix socket and, when asked, on loopback TCP.
//
// The services use the callback API, whose few threads are shared by all calls of the process: a method never waits
// and never computes for long; it hands work to a thread of its own and finishes the reactor from there.
#pragma once

#include "backend/rpc/limits.h"

#include <absl/status/statusor.h>
#include <grpcpp/server.h>

#include <memory>
#include <string>
#include <vector>

namespace firstlight::rpc {

struct ServerOptions {
    std::string unixSocketPath; // its folder must be private (base::makePrivateDirectory); the socket gets mode 0600
    std::string listenAddress;  // "127.0.0.1:PORT" or "[::1]:PORT"; port 0: any; empty: Unix socket only
    int maxMessageBytes = kMaxInternalMessageBytes;
};

// Shuts down when destroyed: calls in progress are cancelled after a short grace.
class Server
{
public:
    Server(std::unique_ptr<grpc::Server> server, std::string unixAddress, std::string tcpAddress);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    const std::string& unixAddress() const { return m_unixAddress; } // "unix:/path"
    const std::string& tcpAddress() const { return m_tcpAddress; }   // "127.0.0.1:4711"; empty: none

    // Returns when every call has ended, those still running after `grace` cancelled.
    void shutdown(std::chrono::milliseconds grace);

private:
    std::unique_ptr<grpc::Server> m_server;
    std::string m_unixAddress;
    std::string m_tcpAddress;
};

// kAddressInUse when another program serves there already (a socket left behind by a dead one is replaced),
// kRequestInvalid for an address that is not loopback or too long. The services must outlive the server.
absl::StatusOr<std::unique_ptr<Server>> startServer(const ServerOptions& options,
                                                    const std::vector<grpc::Service*>& services);

} // namespace firstlight::rpc
