#include "backend/control/grpc_agent_client.h"

#include "backend/control/call_timeouts.h"
#include "backend/rpc/channel.h"
#include "backend/rpc/stream_reader.h"
#include "backend/rpc/unary_call.h"

#include <utility>

namespace firstlight::control {

GrpcAgentClient::GrpcAgentClient(const std::string& address, std::string token)
    : m_token(std::move(token))
    , m_stub(v1::Agent::NewStub(rpc::makeChannel(address)))
{
}

void GrpcAgentClient::describe(Reply<v1::NodeDescription> reply)
{
    rpc::callAsync<v1::DescribeNodeRequest, v1::NodeDescription>(
        {}, m_token, rpc::kQuickCallTimeout,
        [this](auto... call) { m_stub->async()->DescribeNode(call...); }, std::move(reply));
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
        std::move(request), m_token, kStartRankTimeout,
        [this](auto... call) { m_stub->async()->StartRank(call...); }, std::move(reply));
}

void GrpcAgentClient::stopRank(v1::StopRankRequest request, Reply<v1::StopRankResponse> reply)
{
    rpc::callAsync<v1::StopRankRequest, v1::StopRankResponse>(
        std::move(request), m_token, kStopRankTimeout, [this](auto... call) { m_stub->async()->StopRank(call...); },
        std::move(reply));
}

} // namespace firstlight::control
