#pragma once

#include "backend/api/worker.grpc.pb.h"
#include "backend/control/watch_guard.h"
#include "backend/control/worker_client.h"

#include <memory>
#include <string>

namespace firstlight::control {

// A worker process over gRPC.
class GrpcWorkerClient final : public WorkerClient
{
public:
    GrpcWorkerClient(const std::string& address, std::string token, int rank, std::string node);

    void watch(std::chrono::milliseconds sampleInterval, Watch watch) override;
    void configure(v1::ConfigureWorkerRequest request, Reply<v1::ConfigureWorkerResponse> reply) override;
    void runStage(v1::Stage stage, Reply<v1::RunStageResponse> reply) override;
    void runCommCheck(Reply<v1::CommCheckReport> reply) override;
    void describeSlices(Reply<std::vector<v1::DescribeShardsResponse>> reply) override;
    void abort(const std::string& reason) override;
    Cancel generate(v1::GenerateRequest request, Sink sink) override;

private:
    // Which rank it was, for broken connections; outlives this object in calls in progress.
    struct Peer {
        int rank;
        std::string node;
        std::string token;
        std::unique_ptr<v1::Worker::Stub> stub;

        absl::Status named(const absl::Status& status) const;
    };

    template <typename Response>
    Reply<Response> named(Reply<Response> reply) const;

    const std::shared_ptr<const Peer> m_peer;
    WatchGuard m_watch;
};

} // namespace firstlight::control
