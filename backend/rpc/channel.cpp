#include "backend/rpc/channel.h"

#include "backend/api/callback_threads.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

namespace firstlight::rpc {

std::shared_ptr<grpc::Channel> makeChannel(const std::string& address, int maxMessageBytes)
{
    keepCallbackThreads();
    const auto inMilliseconds = [](std::chrono::milliseconds duration) { return static_cast<int>(duration.count()); };
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(maxMessageBytes);
    arguments.SetMaxSendMessageSize(maxMessageBytes);
    arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, inMilliseconds(kKeepaliveInterval));
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, inMilliseconds(kKeepaliveTimeout));
    arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, inMilliseconds(kReconnectInitial));
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, inMilliseconds(kConnectTimeout)); // that is what it means
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, inMilliseconds(kReconnectMaximum));
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1); // a channel's back-off is its own
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

} // namespace firstlight::rpc
