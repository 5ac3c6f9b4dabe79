// BackendClient over gRPC. Lives in the GUI thread; gRPC's threads reach it only through the inbox.
#pragma once

#include "ui/client/backend_client.h"

#include <memory>

namespace firstlight::ui {

struct ChatUpdate;
struct Inbox;
class CallRegistry;
class ControllerLink;
class WatchSet;

struct ClientTiming {
    Milliseconds frame{150}; // how often states, metrics and logs reach the models at most
    Milliseconds heartbeat{5000};
    Milliseconds handshakeDeadline{3000};
    Milliseconds firstRetry{250};
    Milliseconds lastRetry{5000};
    Milliseconds shutdownBound{5000};
};

class GrpcBackendClient final : public BackendClient
{
    Q_OBJECT

public:
    explicit GrpcBackendClient(const QString& clientVersion, const ClientTiming& timing = {},
                               QObject* parent = nullptr);
    // Cancels everything and waits, bounded, until gRPC has let go of it. Replies that are due are not called.
    ~GrpcBackendClient() override;

    void connectTo(const Endpoint& endpoint);
    // There is no controller, for this reason; connectTo() ends it.
    void disconnectBecause(const Failure& reason);
    void retryNow();

    [[nodiscard]] ConnectionState connectionState() const override;
    [[nodiscard]] ControllerInfo controllerInfo() const override;

    void inspectCheckpoint(const QString& path, Reply<CheckpointReport> reply) override;
    void listTensors(const TensorQuery& query, Reply<TensorPage> reply) override;
    void makePlan(const PlanRequest& request, Reply<std::vector<Plan>> reply) override;
    void startDeployment(const StartRequest& request, Reply<DeploymentId> reply) override;
    void stopDeployment(const DeploymentId& deployment, Reply<Done> reply) override;
    void describeShards(const DeploymentId& deployment, Reply<std::vector<SliceReport>> reply) override;
    void runCommCheck(const DeploymentId& deployment, Reply<CommCheckReport> reply) override;
    void createReport(const ReportRequest& request, Reply<ReportFile> reply) override;
    void shutdownController(Reply<Done> reply) override;
    ChatId startChat(const ChatRequest& request) override;
    void cancelChat(const ChatId& chat) override;
    [[nodiscard]] Subscription watch(Stream stream) override;

private:
    class Calls; // the typed calls, in the source file

    void drainUrgent();
    void drainFrames();
    void deliver(const ChatUpdate& update);
    void onOnline();
    void post(std::function<void()> delivery);

    const ClientTiming m_timing;
    std::shared_ptr<Inbox> m_inbox;
    std::shared_ptr<CallRegistry> m_registry;
    std::unique_ptr<ControllerLink> m_link;
    std::unique_ptr<WatchSet> m_watches;
    std::int64_t m_logsDroppedHere = 0;
    std::int64_t m_logsDroppedThere = 0;
};

} // namespace firstlight::ui
