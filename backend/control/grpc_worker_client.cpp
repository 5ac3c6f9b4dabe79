#include "backend/control/grpc_worker_client.h"

#include "backend/base/failure.h"
#include "backend/control/call_timeouts.h"
#include "backend/control/transport_failure.h"
#include "backend/rpc/channel.h"
#include "backend/rpc/stream_reader.h"
#include "backend/rpc/unary_call.h"

#include <utility>

namespace firstlight::control {

absl::Status GrpcWorkerClient::Peer::named(const absl::Status& status) const
{
    if (status.ok() || !isTransportFailure(status)) {
        return status;
    }
    return base::failure(reasons::kRankDisconnected, absl::StatusCode::kUnavailable,
                         {{"rank", std::to_string(rank)}, {"node", node}, {"detail", std::string(status.message())}});
}

template <typename Response>
Reply<Response> GrpcWorkerClient::named(Reply<Response> reply) const
{
    return [peer = m_peer, reply = std::move(reply)](absl::StatusOr<Response> response) {
        if (response.ok()) {
            reply(std::move(response));
        } else {
            reply(peer->named(response.status()));
        }
    };
}

GrpcWorkerClient::GrpcWorkerClient(const std::string& address, std::string token, int rank, std::string node)
    : m_peer(std::make_shared<const Peer>(
          Peer{rank, std::move(node), std::move(token), v1::Worker::NewStub(rpc::makeChannel(address))}))
{
}

void GrpcWorkerClient::watch(std::chrono::milliseconds sampleInterval, Watch watch)
{
    v1::WatchWorkerRequest request;
    request.set_sample_interval_ms(static_cast<int>(sampleInterval.count()));
    const auto open = m_watch.open();
    auto reader = rpc::StreamReader<v1::WatchWorkerRequest, v1::WorkerUpdate>::create(
        request, {[open, onUpdate = watch.onUpdate](v1::WorkerUpdate& update) {
                      if (*open) {
                          onUpdate(update);
                      }
                  },
                  [open, peer = m_peer, onEnded = watch.onEnded](const grpc::Status& status) {
                      if (*open) {
                          // A worker never ends this stream by itself: an orderly end of it is an end all the same.
                          onEnded(peer->named(status.ok() ? absl::UnavailableError("the worker ended the stream")
                                                          : rpc::statusFromGrpc(status)));
                      }
                  }});
    rpc::attachToken(reader->context(), m_peer->token);
    m_watch.setCancel([reader] { reader->cancel(); });
    reader->start([this](auto... call) { m_peer->stub->async()->Watch(call...); });
}

void GrpcWorkerClient::configure(v1::ConfigureWorkerRequest request, Reply<v1::ConfigureWorkerResponse> reply)
{
    rpc::callAsync<v1::ConfigureWorkerRequest, v1::ConfigureWorkerResponse>(
        std::move(request), m_peer->token, kStartRankTimeout,
        [this](auto... call) { m_peer->stub->async()->Configure(call...); }, named(std::move(reply)));
}

void GrpcWorkerClient::runStage(v1::Stage stage, Reply<v1::RunStageResponse> reply)
{
    v1::RunStageRequest request;
    request.set_stage(stage);
    rpc::callAsync<v1::RunStageRequest, v1::RunStageResponse>(
        request, m_peer->token, kLongTimeout, [this](auto... call) { m_peer->stub->async()->RunStage(call...); },
        named(std::move(reply)));
}

void GrpcWorkerClient::runCommCheck(Reply<v1::CommCheckReport> reply)
{
    rpc::callAsync<v1::RunCommCheckRequest, v1::CommCheckReport>(
        {}, m_peer->token, kCommCheckTimeout, [this](auto... call) { m_peer->stub->async()->RunCommCheck(call...); },
        named(std::move(reply)));
}

void GrpcWorkerClient::describeSlices(Reply<std::vector<v1::DescribeShardsResponse>> reply)
{
    const auto pages = std::make_shared<std::vector<v1::DescribeShardsResponse>>();
    auto reader = rpc::StreamReader<v1::DescribeSlicesRequest, v1::DescribeShardsResponse>::create(
        {}, {[pages](v1::DescribeShardsResponse& page) { pages->push_back(std::move(page)); },
             [pages, peer = m_peer, reply = std::move(reply)](const grpc::Status& status) {
                 if (status.ok()) {
                     reply(std::move(*pages));
                 } else {
                     reply(peer->named(rpc::statusFromGrpc(status)));
                 }
             }});
    rpc::prepareCall(reader->context(), m_peer->token, kDescribeTimeout);
    reader->start([this](auto... call) { m_peer->stub->async()->DescribeSlices(call...); });
}

void GrpcWorkerClient::abort(const std::string& reason)
{
    v1::AbortWorkerRequest request;
    request.set_reason(reason);
    rpc::callAsync<v1::AbortWorkerRequest, v1::AbortWorkerResponse>(
        request, m_peer->token, rpc::kQuickCallTimeout, [this](auto... call) { m_peer->stub->async()->Abort(call...); },
        [peer = m_peer](const auto&) {});
}

serve::Generator::Cancel GrpcWorkerClient::generate(v1::GenerateRequest request, Sink sink)
{
    auto reader = rpc::StreamReader<v1::GenerateRequest, v1::GenerateEvent>::create(
        std::move(request), {[onEvent = std::move(sink.onEvent)](v1::GenerateEvent& event) { onEvent(event); },
                             [peer = m_peer, onDone = std::move(sink.onDone)](const grpc::Status& status) {
                                 onDone(peer->named(rpc::statusFromGrpc(status)));
                             }});
    rpc::prepareCall(reader->context(), m_peer->token, kLongTimeout);
    reader->start([this](auto... call) { m_peer->stub->async()->Generate(call...); });
    return [weak = std::weak_ptr(reader)] {
        if (const auto alive = weak.lock()) {
            alive->cancel();
        }
    };
}

} // namespace firstlight::control
