#include "backend/control/grpc_agent_client.h"

#include "backend/base/failure.h"
#include "backend/control/call_timeouts.h"
#include "backend/control/transport_failure.h"
#include "backend/rpc/channel.h"
#include "backend/rpc/stream_reader.h"
#include "backend/rpc/unary_call.h"

#include <utility>

namespace firstlight::control {

GrpcAgentClient::GrpcAgentClient(const std::string& address, std::string token, std::string node)
    : m_token(std::move(token)), m_node(std::move(node)), m_stub(v1::Agent::NewStub(rpc::makeChannel(address)))
{
}

template <typename Response>
Reply<Response> GrpcAgentClient::named(Reply<Response> reply) const
{
    return [node = m_node, reply = std::move(reply)](absl::StatusOr<Response> response) {
        if (response.ok() || !isTransportFailure(response.status())) {
            reply(std::move(response));
            return;
        }
        reply(base::failure(
            reasons::kNodeLost, absl::StatusCode::kUnavailable,
            {{"node", node}, {"how", "it does not answer: " + std::string(response.status().message())}}));
    };
}

void GrpcAgentClient::describe(Reply<v1::NodeDescription> reply)
{
    rpc::callAsync<v1::DescribeNodeRequest, v1::NodeDescription>(
        {}, m_token, kDescribeTimeout, [this](auto... call) { m_stub->async()->DescribeNode(call...); },
        named(std::move(reply)));
}

void GrpcAgentClient::watch(std::chrono::milliseconds sampleInterval, Watch watch)
{
    v1::WatchNodeRequest request;
    request.set_sample_interval_ms(static_cast<int>(sampleInterval.count()));
    const auto open = m_watch.open();
    auto reader = rpc::StreamReader<v1::WatchNodeRequest, v1::AgentUpdate>::create(
        request, {[open, onUpdate = watch.onUpdate](v1::AgentUpdate& update) {
                      if (*open) {
                          onUpdate(update);
                      }
                  },
                  [open, stub = m_stub, onEnded = watch.onEnded](const grpc::Status& status) {
                      if (*open) {
                          onEnded(rpc::statusFromGrpc(status));
                      }
                  }});
    rpc::attachToken(reader->context(), m_token);
    m_watch.setCancel([reader] { reader->cancel(); });
    reader->start([this](auto... call) { m_stub->async()->WatchNode(call...); });
}

void GrpcAgentClient::startRank(v1::StartRankRequest request, Reply<v1::StartRankResponse> reply)
{
    rpc::callAsync<v1::StartRankRequest, v1::StartRankResponse>(
        std::move(request), m_token, kStartRankTimeout, [this](auto... call) { m_stub->async()->StartRank(call...); },
        named(std::move(reply)));
}

void GrpcAgentClient::stopRank(v1::StopRankRequest request, Reply<v1::StopRankResponse> reply)
{
    rpc::callAsync<v1::StopRankRequest, v1::StopRankResponse>(
        std::move(request), m_token, kStopRankTimeout, [this](auto... call) { m_stub->async()->StopRank(call...); },
        named(std::move(reply)));
}

} // namespace firstlight::control
