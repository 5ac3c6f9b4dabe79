// How the service's methods answer.
#pragma once

#include "backend/control/pull_stream.h"
#include "backend/control/reply.h"
#include "backend/rpc/auth.h"
#include "backend/rpc/status.h"
#include "backend/rpc/stream_writer.h"

#include <grpcpp/support/server_callback.h>

#include <utility>

namespace firstlight::control {

// The reply that finishes a unary call.
template <typename Response>
Reply<Response> answer(grpc::ServerUnaryReactor* reactor, Response* response)
{
    return [reactor, response](absl::StatusOr<Response> result) {
        if (result.ok()) {
            *response = *std::move(result);
        }
        reactor->Finish(rpc::statusToGrpc(result.status()));
    };
}

// Runs `method(reply)` when the token is right. The method replies exactly once, on any thread.
template <typename Response, typename Method>
grpc::ServerUnaryReactor* guarded(const rpc::TokenGuard& guard, grpc::CallbackServerContext* context,
                                  Response* response, Method&& method)
{
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    const absl::Status allowed = guard.check(*context);
    if (allowed.ok()) {
        method(answer(reactor, response));
    } else {
        reactor->Finish(rpc::statusToGrpc(allowed));
    }
    return reactor;
}

// A watch of `changes` that reads from `source`, when the token is right.
template <typename Message>
grpc::ServerWriteReactor<Message>* guardedWatch(const rpc::TokenGuard& guard, grpc::CallbackServerContext* context,
                                                ChangeNotifier& changes, typename PullStream<Message>::Source source)
{
    const absl::Status allowed = guard.check(*context);
    if (!allowed.ok()) {
        return rpc::StreamWriter<Message>::ended(rpc::statusToGrpc(allowed));
    }
    return PullStream<Message>::start(changes, std::move(source));
}

} // namespace firstlight::control
