#include "backend/rpc/server.h"

#include "backend/api/callback_threads.h"
#include "backend/base/failure.h"
#include "backend/base/file.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstring>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace firstlight::rpc {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kShutdownGrace{500};

absl::Status addressInUse(const std::string& address, const std::string& detail)
{
    return base::failure(reasons::kAddressInUse, absl::StatusCode::kUnavailable,
                         {{"address", address}, {"detail", detail}});
}

absl::Status invalidAddress(const std::string& detail)
{
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument, {{"detail", detail}});
}

// Whether somebody accepts connections at this path; gRPC itself would silently take the socket away from them.
bool somebodyListens(const std::string& path)
{
    const base::FileDescriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 || errno == EAGAIN;
}

absl::Status checkUnixPath(const std::string& path)
{
    if (path.empty() || path.front() != '/' || path.size() > kMaxSocketPathBytes) {
        return invalidAddress("the socket path " + path + " must be absolute and have at most " +
                              std::to_string(kMaxSocketPathBytes) + " bytes");
    }
    return somebodyListens(path) ? addressInUse("unix:" + path, "another program serves there") : absl::OkStatus();
}

bool isPort(std::string_view text)
{
    std::uint16_t port = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, port);
    return parsed.ec == std::errc() && parsed.ptr == end;
}

absl::Status checkLoopback(const std::string& address)
{
    const auto colon = address.rfind(':');
    const std::string host = address.substr(0, colon);
    if (colon != std::string::npos && isPort(std::string_view(address).substr(colon + 1)) &&
        (host == "127.0.0.1" || host == "[::1]" || host == "localhost")) {
        return absl::OkStatus();
    }
    return invalidAddress(address + " is not a loopback address with a port, and others are not served without "
                                    "encryption");
}

void configure(grpc::ServerBuilder& builder, const ServerOptions& options)
{
    const auto inMilliseconds = [](auto duration) { return static_cast<int>(milliseconds(duration).count()); };
    builder.SetMaxReceiveMessageSize(options.maxMessageBytes);
    builder.SetMaxSendMessageSize(options.maxMessageBytes);
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0); // or two servers could share a port
    builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxConcurrentStreams);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, inMilliseconds(kKeepaliveInterval));
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, inMilliseconds(kKeepaliveTimeout));
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                               inMilliseconds(kKeepaliveInterval) / 2);
}

} // namespace

Server::Server(std::unique_ptr<grpc::Server> server, std::string unixAddress, std::string tcpAddress)
    : m_server(std::move(server)), m_unixAddress(std::move(unixAddress)), m_tcpAddress(std::move(tcpAddress))
{
}

Server::~Server()
{
    shutdown(kShutdownGrace);
}

void Server::shutdown(milliseconds grace)
{
    m_server->Shutdown(std::chrono::system_clock::now() + grace);
}

absl::StatusOr<std::unique_ptr<Server>> startServer(const ServerOptions& options,
                                                    const std::vector<grpc::Service*>& services)
{
    FIRSTLIGHT_RETURN_IF_ERROR(checkUnixPath(options.unixSocketPath));
    keepCallbackThreads();
    grpc::ServerBuilder builder;
    configure(builder, options);
    const std::string unixAddress = "unix:" + options.unixSocketPath;
    int unixPort = 0;
    int tcpPort = 0;
    builder.AddListeningPort(unixAddress, grpc::InsecureServerCredentials(), &unixPort);
    if (!options.listenAddress.empty()) {
        FIRSTLIGHT_RETURN_IF_ERROR(checkLoopback(options.listenAddress));
        builder.AddListeningPort(options.listenAddress, grpc::InsecureServerCredentials(), &tcpPort);
    }
    for (grpc::Service* service : services) {
        builder.RegisterService(service);
    }
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    if (server == nullptr) {
        const bool tcpFailed = !options.listenAddress.empty() && unixPort != 0;
        return addressInUse(tcpFailed ? options.listenAddress : unixAddress, "it could not be bound");
    }
    if (::chmod(options.unixSocketPath.c_str(), 0600) != 0) {
        return addressInUse(unixAddress, base::errnoText(errno));
    }
    const std::string host = options.listenAddress.substr(0, options.listenAddress.rfind(':'));
    return std::make_unique<Server>(std::move(server), unixAddress,
                                    host.empty() ? std::string() : host + ":" + std::to_string(tcpPort));
}

} // namespace firstlight::rpc
