// What the console can ask of a controller, and what it is told.
//
// Lives in the GUI thread; every reply and signal arrives there. Requests have a deadline: each Reply is called once,
// with a value or a Failure, unless its guard is gone first. Mutating requests are safe to repeat after a cut.
//
// Watches are wishes: the client keeps the set of streams somebody wants, opens each when it is online, and opens it
// again after a cut. The first subscription to a stream brings its present state; a later one to the same stream
// brings only what follows, so long-lived models hold the subscriptions and pages read the models.
#pragma once

#include "ui/client/chat_values.h"
#include "ui/client/checkpoint_values.h"
#include "ui/client/cluster_values.h"
#include "ui/client/comm_values.h"
#include "ui/client/connection.h"
#include "ui/client/deployment_values.h"
#include "ui/client/plan_values.h"
#include "ui/client/reply.h"
#include "ui/client/report_values.h"
#include "ui/client/subscription.h"

#include <QObject>

namespace firstlight::ui {

enum class Stream { Cluster, Deployments, Metrics, Events, Logs, CommChecks };
inline constexpr int kStreamCount = 6;

class BackendClient : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] virtual ConnectionState connectionState() const = 0;
    // Of the last handshake; empty before the first.
    [[nodiscard]] virtual ControllerInfo controllerInfo() const = 0;

    virtual void inspectCheckpoint(const QString& path, Reply<CheckpointReport> reply) = 0;
    virtual void listTensors(const TensorQuery& query, Reply<TensorPage> reply) = 0;
    // Best first; those that are refused last, each with its reason.
    virtual void makePlan(const PlanRequest& request, Reply<std::vector<Plan>> reply) = 0;
    virtual void startDeployment(const StartRequest& request, Reply<DeploymentId> reply) = 0;
    virtual void stopDeployment(const DeploymentId& deployment, Reply<Done> reply) = 0;
    virtual void describeShards(const DeploymentId& deployment, Reply<std::vector<SliceReport>> reply) = 0;
    virtual void runCommCheck(const DeploymentId& deployment, Reply<CommCheckReport> reply) = 0;
    virtual void createReport(const ReportRequest& request, Reply<ReportFile> reply) = 0;
    virtual void shutdownController(Reply<Done> reply) = 0;

    // Asks a question; what follows arrives by the chat… signals and ends with chatFinished or chatFailed.
    virtual ChatId startChat(const ChatRequest& request) = 0;
    virtual void cancelChat(const ChatId& chat) = 0;

    [[nodiscard]] virtual Subscription watch(Stream stream) = 0;

signals:
    void connectionStateChanged(const firstlight::ui::ConnectionState& state);
    // After every handshake. A new `start` means a new controller: what was known of the old one is over.
    void controllerChanged(const firstlight::ui::ControllerInfo& info);

    void clusterChanged(const firstlight::ui::ClusterState& state);
    void deploymentChanged(const firstlight::ui::DeploymentState& state);
    void metricsArrived(const std::vector<firstlight::ui::MetricFrame>& frames); // oldest first
    void eventsArrived(const std::vector<firstlight::ui::Event>& events);        // oldest first
    void logsArrived(const firstlight::ui::LogChunk& chunk);
    void commCheckArrived(const firstlight::ui::CommCheckReport& report);

    void chatReceived(const firstlight::ui::ChatId& chat, const firstlight::ui::ChatReceived& received);
    void chatTokens(const firstlight::ui::ChatId& chat, const std::vector<firstlight::ui::ChatToken>& tokens);
    void chatFinished(const firstlight::ui::ChatId& chat, const firstlight::ui::ChatFinished& finished);
    void chatFailed(const firstlight::ui::ChatId& chat, const firstlight::ui::Failure& failure);
};

} // namespace firstlight::ui
