// The worker of a rank, as the control core sees it. GrpcWorkerClient talks to a process; tests have their own.
#pragma once

#include "backend/api/worker.pb.h"
#include "backend/control/reply.h"
#include "backend/serve/generator.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace firstlight::control {

// Callbacks come on any thread. Destroying the client ends the watch without a call of `onEnded`; other calls in
// progress still answer. A failure without a reason of its own (a broken connection) is kRankDisconnected.
class WorkerClient : public serve::Generator
{
public:
    struct Watch {
        std::function<void(const v1::WorkerUpdate&)> onUpdate;
        std::function<void(absl::Status)> onEnded; // once
    };

    virtual void watch(std::chrono::milliseconds sampleInterval, Watch watch) = 0;
    virtual void configure(v1::ConfigureWorkerRequest request, Reply<v1::ConfigureWorkerResponse> reply) = 0;
    virtual void runStage(v1::Stage stage, Reply<v1::RunStageResponse> reply) = 0;
    virtual void runCommCheck(Reply<v1::CommCheckReport> reply) = 0;
    virtual void describeSlices(Reply<std::vector<v1::DescribeShardsResponse>> reply) = 0; // all pages
    virtual void abort(const std::string& reason) = 0;                                     // best effort, no answer
};

// Connects to the worker of `rank` on `node` at an address that its agent named.
using WorkerConnector =
    std::function<std::shared_ptr<WorkerClient>(const std::string& address, int rank, const std::string& node)>;

} // namespace firstlight::control
