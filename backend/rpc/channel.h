// Channels to our own servers.
#pragma once

#include "backend/rpc/limits.h"

#include <grpcpp/channel.h>

#include <memory>
#include <string>

namespace firstlight::rpc {

// `address` as a server states it: "unix:/path" or "127.0.0.1:4711". Connects when first used; reconnects by itself
// with a growing pause of kReconnectInitial to kReconnectMaximum. Never goes through a proxy.
std::shared_ptr<grpc::Channel> makeChannel(const std::string& address, int maxMessageBytes = kMaxInternalMessageBytes);

} // namespace firstlight::rpc
