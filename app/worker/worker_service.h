// The Worker service: one small method per operation, over Worker.
#pragma once

#include "app/worker/worker.h"
#include "backend/api/worker.grpc.pb.h"
#include "backend/base/executor.h"
#include "backend/rpc/auth.h"
#include "backend/rpc/status.h"

#include <string>

namespace firstlight::worker {

class WorkerService final : public v1::Worker::CallbackService
{
public:
    WorkerService(Worker& worker, std::string token, std::string node);

    // Ends the streams; before the server is shut down.
    void close() { m_worker.watchers().close(); }

    grpc::ServerUnaryReactor* Configure(grpc::CallbackServerContext* context, const v1::ConfigureWorkerRequest* request,
                                        v1::ConfigureWorkerResponse* response) override;
    grpc::ServerUnaryReactor* RunStage(grpc::CallbackServerContext* context, const v1::RunStageRequest* request,
                                       v1::RunStageResponse* response) override;
    grpc::ServerUnaryReactor* RunCommCheck(grpc::CallbackServerContext* context, const v1::RunCommCheckRequest* request,
                                           v1::CommCheckReport* response) override;
    grpc::ServerWriteReactor<v1::WorkerUpdate>* Watch(grpc::CallbackServerContext* context,
                                                      const v1::WatchWorkerRequest* request) override;
    grpc::ServerWriteReactor<v1::DescribeShardsResponse>*
    DescribeSlices(grpc::CallbackServerContext* context, const v1::DescribeSlicesRequest* request) override;
    grpc::ServerWriteReactor<v1::GenerateEvent>* Generate(grpc::CallbackServerContext* context,
                                                          const v1::GenerateRequest* request) override;
    grpc::ServerUnaryReactor* Abort(grpc::CallbackServerContext* context, const v1::AbortWorkerRequest* request,
                                    v1::AbortWorkerResponse* response) override;

private:
    // Checks the token, runs `work` on `executor` and finishes the call with what it returns.
    grpc::ServerUnaryReactor* runOn(base::Executor& executor, grpc::CallbackServerContext* context,
                                    std::function<absl::Status()> work);
    grpc::Status toGrpc(const absl::Status& status) const;

    Worker& m_worker;
    const rpc::TokenGuard m_guard;
    const std::string m_node;
    base::ThreadExecutor m_stages{1};
    base::ThreadExecutor m_checks{1};
};

} // namespace firstlight::worker
