// Unary calls of a client.
//
//   auto response = rpc::callAndWait<v1::DescribeNodeRequest, v1::NodeDescription>(
//       request, token, rpc::kQuickCallTimeout,
//       [&](auto... call) { return stub->DescribeNode(call...); });
//   rpc::callAsync<v1::StopRankRequest, v1::StopRankResponse>(
//       request, token, timeout, [&](auto... call) { stub->async()->StopRank(call...); }, done);
#pragma once

#include "backend/rpc/auth.h"
#include "backend/rpc/status.h"

#include <absl/status/statusor.h>
#include <grpcpp/client_context.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace firstlight::rpc {

// Blocks; not for gRPC threads.
template <typename Request, typename Response, typename Call>
absl::StatusOr<Response> callAndWait(const Request& request, const std::string& token,
                                     std::chrono::milliseconds timeout, Call&& call)
{
    grpc::ClientContext context;
    prepareCall(context, token, timeout);
    Response response;
    const grpc::Status status = call(&context, request, &response);
    if (!status.ok()) {
        return statusFromGrpc(status);
    }
    return response;
}

// `done` runs once on a gRPC thread, at the latest when the timeout has passed. The returned context may be kept to
// cancel the call.
template <typename Request, typename Response, typename Call>
std::shared_ptr<grpc::ClientContext> callAsync(Request request, const std::string& token,
                                               std::chrono::milliseconds timeout, Call&& call,
                                               std::function<void(absl::StatusOr<Response>)> done)
{
    struct State {
        grpc::ClientContext context;
        Request request;
        Response response;
        std::function<void(absl::StatusOr<Response>)> done;
    };
    auto state = std::make_shared<State>();
    state->request = std::move(request);
    state->done = std::move(done);
    prepareCall(state->context, token, timeout);
    call(&state->context, &state->request, &state->response, [state](const grpc::Status& status) {
        if (status.ok()) {
            state->done(std::move(state->response));
        } else {
            state->done(statusFromGrpc(status));
        }
    });
    return {state, &state->context};
}

} // namespace firstlight::rpc
