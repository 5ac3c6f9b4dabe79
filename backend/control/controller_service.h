// The Controller service: each method checks the token, hands over to the core, and answers from its reply. One file
// per group of operations (rpc_*.cpp).
#pragma once

#include "backend/api/controller.grpc.pb.h"
#include "backend/control/control_core.h"
#include "backend/rpc/auth.h"

#include <functional>
#include <string>

namespace firstlight::control {

class ControllerService final : public v1::Controller::CallbackService
{
public:
    // `onShutdown`: a client asked for the orderly end; called once per request, must not wait.
    ControllerService(ControlCore& core, std::string token, std::function<void()> onShutdown)
        : m_core(core), m_guard(std::move(token)), m_onShutdown(std::move(onShutdown))
    {
    }

    // rpc_session.cpp
    grpc::ServerUnaryReactor* Handshake(grpc::CallbackServerContext* context, const v1::HandshakeRequest* request,
                                        v1::HandshakeResponse* response) override;
    grpc::ServerUnaryReactor* Shutdown(grpc::CallbackServerContext* context, const v1::ShutdownRequest* request,
                                       v1::ShutdownResponse* response) override;
    grpc::ServerUnaryReactor* DescribeController(grpc::CallbackServerContext* context,
                                                 const v1::DescribeControllerRequest* request,
                                                 v1::DescribeControllerResponse* response) override;

    // rpc_checkpoint.cpp
    grpc::ServerUnaryReactor* InspectCheckpoint(grpc::CallbackServerContext* context,
                                                const v1::InspectCheckpointRequest* request,
                                                v1::CheckpointReport* response) override;
    grpc::ServerUnaryReactor* ListTensors(grpc::CallbackServerContext* context, const v1::ListTensorsRequest* request,
                                          v1::ListTensorsResponse* response) override;
    grpc::ServerUnaryReactor* MakePlan(grpc::CallbackServerContext* context, const v1::PlanRequest* request,
                                       v1::PlanResponse* response) override;

    // rpc_deployment.cpp
    grpc::ServerUnaryReactor* StartDeployment(grpc::CallbackServerContext* context,
                                              const v1::StartDeploymentRequest* request,
                                              v1::StartDeploymentResponse* response) override;
    grpc::ServerUnaryReactor* StopDeployment(grpc::CallbackServerContext* context,
                                             const v1::StopDeploymentRequest* request,
                                             v1::StopDeploymentResponse* response) override;
    grpc::ServerWriteReactor<v1::DescribeShardsResponse>*
    DescribeShards(grpc::CallbackServerContext* context, const v1::DescribeShardsRequest* request) override;
    grpc::ServerUnaryReactor* RunCommCheck(grpc::CallbackServerContext* context, const v1::RunCommCheckRequest* request,
                                           v1::CommCheckReport* response) override;
    grpc::ServerUnaryReactor* CreateReport(grpc::CallbackServerContext* context, const v1::CreateReportRequest* request,
                                           v1::CreateReportResponse* response) override;

    // rpc_chat.cpp
    grpc::ServerWriteReactor<v1::ChatEvent>* Chat(grpc::CallbackServerContext* context,
                                                  const v1::ChatRequest* request) override;
    grpc::ServerUnaryReactor* CancelChat(grpc::CallbackServerContext* context, const v1::CancelChatRequest* request,
                                         v1::CancelChatResponse* response) override;

    // rpc_watch.cpp
    grpc::ServerWriteReactor<v1::ClusterState>* WatchCluster(grpc::CallbackServerContext* context,
                                                             const v1::WatchClusterRequest* request) override;
    grpc::ServerWriteReactor<v1::DeploymentState>*
    WatchDeployments(grpc::CallbackServerContext* context, const v1::WatchDeploymentsRequest* request) override;
    grpc::ServerWriteReactor<v1::MetricFrame>* WatchMetrics(grpc::CallbackServerContext* context,
                                                            const v1::WatchMetricsRequest* request) override;
    grpc::ServerWriteReactor<v1::Event>* WatchEvents(grpc::CallbackServerContext* context,
                                                     const v1::WatchEventsRequest* request) override;
    grpc::ServerWriteReactor<v1::LogBatch>* WatchLogs(grpc::CallbackServerContext* context,
                                                      const v1::WatchLogsRequest* request) override;
    grpc::ServerWriteReactor<v1::CommCheckReport>* WatchCommChecks(grpc::CallbackServerContext* context,
                                                                   const v1::WatchClusterRequest* request) override;

private:
    ControlCore& m_core;
    const rpc::TokenGuard m_guard;
    const std::function<void()> m_onShutdown;
};

} // namespace firstlight::control
