// A controller in this process: a real gRPC server on a Unix socket, whose state a test sets.
#pragma once

#include "backend/api/controller.grpc.pb.h"

#include <grpcpp/server.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace firstlight::tests {

class FakeControllerService final : public v1::Controller::Service
{
public:
    explicit FakeControllerService(std::string token) : m_token(std::move(token)) {}

    std::atomic<std::int64_t> startUnixNs{1};
    std::atomic<int> protocolVersion{1};
    std::atomic<int> deploymentWatches{0}; // openings so far
    std::atomic<std::int64_t> lastAfterSequence{-1};
    std::atomic<bool> mute{false}; // accepts calls and does not answer

    // Every watcher of deployments and logs gets these, then what is pushed later.
    void pushDeployment(const v1::DeploymentState& state);
    void pushLog(const v1::LogBatch& batch);
    // Ends all streams that are open with this status.
    void breakStreams(const grpc::Status& status);

    grpc::Status Handshake(grpc::ServerContext* context, const v1::HandshakeRequest* request,
                           v1::HandshakeResponse* response) override;
    grpc::Status StartDeployment(grpc::ServerContext* context, const v1::StartDeploymentRequest* request,
                                 v1::StartDeploymentResponse* response) override;
    grpc::Status DescribeShards(grpc::ServerContext* context, const v1::DescribeShardsRequest* request,
                                grpc::ServerWriter<v1::DescribeShardsResponse>* writer) override;
    grpc::Status Chat(grpc::ServerContext* context, const v1::ChatRequest* request,
                      grpc::ServerWriter<v1::ChatEvent>* writer) override;
    grpc::Status CancelChat(grpc::ServerContext* context, const v1::CancelChatRequest* request,
                            v1::CancelChatResponse* response) override;
    grpc::Status WatchDeployments(grpc::ServerContext* context, const v1::WatchDeploymentsRequest* request,
                                  grpc::ServerWriter<v1::DeploymentState>* writer) override;
    grpc::Status WatchLogs(grpc::ServerContext* context, const v1::WatchLogsRequest* request,
                           grpc::ServerWriter<v1::LogBatch>* writer) override;

    void stop(); // lets every waiting method return

private:
    template <class Message>
    grpc::Status serve(grpc::ServerContext* context, const std::vector<Message>& messages,
                       grpc::ServerWriter<Message>* writer);
    [[nodiscard]] bool authorized(const grpc::ServerContext& context) const;
    void waitWhileMute(const grpc::ServerContext& context);

    const std::string m_token;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<v1::DeploymentState> m_deployments; // under m_mutex, as all below
    std::vector<v1::LogBatch> m_logs;
    std::vector<std::string> m_cancelledChats;
    int m_breaks = 0;
    grpc::Status m_breakStatus;
    bool m_stopped = false;
};

// Serves until destroyed.
class FakeControllerServer
{
public:
    FakeControllerServer(const std::string& socketPath, const std::string& token);
    ~FakeControllerServer();

    FakeControllerService& service() { return m_service; }

private:
    FakeControllerService m_service;
    std::unique_ptr<grpc::Server> m_server;
};

} // namespace firstlight::tests
