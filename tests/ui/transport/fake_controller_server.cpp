#include "tests/ui/transport/fake_controller_server.h"

#include <grpcpp/server_builder.h>

#include <algorithm>
#include <chrono>

namespace firstlight::tests {

using namespace std::chrono_literals;

namespace {

// Cancellation has no condition to wait for in a synchronous server; looked at this often.
constexpr auto kLook = 5ms;

grpc::Status refused(const std::string& reason)
{
    v1::FailureDetail detail;
    detail.set_reason(reason);
    (*detail.mutable_arguments())["path"] = "/models/x";
    (*detail.mutable_arguments())["detail"] = "no such folder";
    detail.set_what("what in English");
    detail.set_rank(-1);
    return {grpc::StatusCode::NOT_FOUND, "message for the log", detail.SerializeAsString()};
}

} // namespace

bool FakeControllerService::authorized(const grpc::ServerContext& context) const
{
    const auto found = context.client_metadata().find("authorization");
    return found != context.client_metadata().end() &&
           std::string(found->second.data(), found->second.size()) == "Bearer " + m_token;
}

void FakeControllerService::waitWhileMute(const grpc::ServerContext& context)
{
    std::unique_lock lock(m_mutex);
    while (mute && !m_stopped && !context.IsCancelled()) {
        m_changed.wait_for(lock, kLook);
    }
}

void FakeControllerService::pushDeployment(const v1::DeploymentState& state)
{
    const std::lock_guard lock(m_mutex);
    m_deployments.push_back(state);
    m_changed.notify_all();
}

void FakeControllerService::pushLog(const v1::LogBatch& batch)
{
    const std::lock_guard lock(m_mutex);
    m_logs.push_back(batch);
    m_changed.notify_all();
}

void FakeControllerService::breakStreams(const grpc::Status& status)
{
    const std::lock_guard lock(m_mutex);
    m_breakStatus = status;
    ++m_breaks;
    m_changed.notify_all();
}

void FakeControllerService::stop()
{
    const std::lock_guard lock(m_mutex);
    m_stopped = true;
    m_changed.notify_all();
}

grpc::Status FakeControllerService::Handshake(grpc::ServerContext* context, const v1::HandshakeRequest*,
                                              v1::HandshakeResponse* response)
{
    waitWhileMute(*context);
    if (!authorized(*context)) {
        return {grpc::StatusCode::UNAUTHENTICATED, "no"};
    }
    response->set_version("9.9.9");
    response->set_protocol_version(protocolVersion);
    response->set_start_unix_ns(startUnixNs);
    response->set_demo_checkpoint_path("/demo");
    return grpc::Status::OK;
}

grpc::Status FakeControllerService::StartDeployment(grpc::ServerContext*, const v1::StartDeploymentRequest* request,
                                                    v1::StartDeploymentResponse* response)
{
    if (request->checkpoint_path() != "/demo") {
        return refused("PATH_MISSING");
    }
    response->set_deployment_id("d-" + std::to_string(request->layout().tensor_parallel()));
    return grpc::Status::OK;
}

grpc::Status FakeControllerService::DescribeShards(grpc::ServerContext*, const v1::DescribeShardsRequest*,
                                                   grpc::ServerWriter<v1::DescribeShardsResponse>* writer)
{
    for (int page = 0; page < 3; ++page) {
        v1::DescribeShardsResponse response;
        response.add_slices()->set_tensor("t" + std::to_string(page));
        writer->Write(response);
    }
    return grpc::Status::OK;
}

// Echoes the question word by word, then waits to be cancelled if the question says so.
grpc::Status FakeControllerService::Chat(grpc::ServerContext* context, const v1::ChatRequest* request,
                                         grpc::ServerWriter<v1::ChatEvent>* writer)
{
    const std::string question = request->messages(0).parts(0).text();
    if (question == "fail") {
        return refused("NOT_SERVING");
    }
    v1::ChatEvent event;
    event.mutable_received()->set_rendered_prompt(question);
    v1::ReceivedImage& image = *event.mutable_received()->add_images();
    image.add_canvases()->set_columns(3);
    image.add_places()->set_image_tokens(144);
    writer->Write(event);
    for (int i = 0; i < 100; ++i) {
        event.mutable_token()->set_text(std::to_string(i) + " ");
        writer->Write(event);
    }
    if (question == "break off") {
        return grpc::Status::OK;
    }
    std::unique_lock lock(m_mutex);
    const auto cancelled = [&] {
        return std::ranges::find(m_cancelledChats, request->idempotency_id()) != m_cancelledChats.end();
    };
    while (question == "wait" && !cancelled() && !m_stopped && !context->IsCancelled()) {
        m_changed.wait_for(lock, kLook);
    }
    event.mutable_finished()->set_reason(cancelled() ? "cancelled" : "stop");
    event.mutable_finished()->set_generated_tokens(100);
    writer->Write(event);
    return grpc::Status::OK;
}

grpc::Status FakeControllerService::CancelChat(grpc::ServerContext*, const v1::CancelChatRequest* request,
                                               v1::CancelChatResponse*)
{
    const std::lock_guard lock(m_mutex);
    m_cancelledChats.push_back(request->idempotency_id());
    m_changed.notify_all();
    return grpc::Status::OK;
}

template <class Message>
grpc::Status FakeControllerService::serve(grpc::ServerContext* context, const std::vector<Message>& messages,
                                          grpc::ServerWriter<Message>* writer)
{
    std::unique_lock lock(m_mutex);
    std::size_t sent = 0;
    const int breaks = m_breaks;
    while (!m_stopped && !context->IsCancelled() && m_breaks == breaks) {
        if (sent < messages.size()) {
            const Message message = messages[sent++];
            lock.unlock();
            writer->Write(message);
            lock.lock();
        } else {
            m_changed.wait_for(lock, kLook);
        }
    }
    return m_breaks == breaks ? grpc::Status::OK : m_breakStatus;
}

grpc::Status FakeControllerService::WatchDeployments(grpc::ServerContext* context, const v1::WatchDeploymentsRequest*,
                                                     grpc::ServerWriter<v1::DeploymentState>* writer)
{
    ++deploymentWatches;
    return serve(context, m_deployments, writer);
}

grpc::Status FakeControllerService::WatchLogs(grpc::ServerContext* context, const v1::WatchLogsRequest* request,
                                              grpc::ServerWriter<v1::LogBatch>* writer)
{
    lastAfterSequence = request->after_sequence();
    return serve(context, m_logs, writer);
}

FakeControllerServer::FakeControllerServer(const std::string& socketPath, const std::string& token) : m_service(token)
{
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + socketPath, grpc::InsecureServerCredentials());
    builder.RegisterService(&m_service);
    m_server = builder.BuildAndStart();
}

FakeControllerServer::~FakeControllerServer()
{
    m_service.stop();
    m_server->Shutdown(std::chrono::system_clock::now() + 2s);
    m_server->Wait();
}

} // namespace firstlight::tests
