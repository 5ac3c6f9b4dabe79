#include "backend/control/controller_service.h"
#include "backend/control/rpc_answers.h"

#include <limits>

namespace firstlight::control {

grpc::ServerUnaryReactor* ControllerService::StartDeployment(grpc::CallbackServerContext* context,
                                                             const v1::StartDeploymentRequest* request,
                                                             v1::StartDeploymentResponse* response)
{
    return guarded(m_guard, context, response, [&](auto reply) { m_core.startDeployment(*request, std::move(reply)); });
}

grpc::ServerUnaryReactor* ControllerService::StopDeployment(grpc::CallbackServerContext* context,
                                                            const v1::StopDeploymentRequest* request,
                                                            v1::StopDeploymentResponse* response)
{
    return guarded(m_guard, context, response, [&](auto reply) { m_core.stopDeployment(*request, std::move(reply)); });
}

grpc::ServerWriteReactor<v1::DescribeShardsResponse>*
ControllerService::DescribeShards(grpc::CallbackServerContext* context, const v1::DescribeShardsRequest* request)
{
    const absl::Status allowed = m_guard.check(*context);
    if (!allowed.ok()) {
        return rpc::StreamWriter<v1::DescribeShardsResponse>::ended(rpc::statusToGrpc(allowed));
    }
    // The pages are in memory already, so the queue need not limit them.
    auto writer = rpc::StreamWriter<v1::DescribeShardsResponse>::create(
        {std::numeric_limits<std::size_t>::max(), rpc::OverflowPolicy::kEndStream, {}});
    m_core.describeShards(*request, [writer](absl::StatusOr<std::vector<v1::DescribeShardsResponse>> pages) {
        if (pages.ok()) {
            for (v1::DescribeShardsResponse& page : *pages) {
                writer->write(std::move(page));
            }
        }
        writer->finish(rpc::statusToGrpc(pages.status()));
    });
    return writer.get();
}

grpc::ServerUnaryReactor* ControllerService::RunCommCheck(grpc::CallbackServerContext* context,
                                                          const v1::RunCommCheckRequest* request,
                                                          v1::CommCheckReport* response)
{
    return guarded(m_guard, context, response, [&](auto reply) { m_core.runCommCheck(*request, std::move(reply)); });
}

grpc::ServerUnaryReactor* ControllerService::CreateReport(grpc::CallbackServerContext* context,
                                                          const v1::CreateReportRequest* request,
                                                          v1::CreateReportResponse* response)
{
    return guarded(m_guard, context, response, [&](auto reply) { m_core.createReport(*request, std::move(reply)); });
}

} // namespace firstlight::control
