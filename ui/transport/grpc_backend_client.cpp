#include "ui/transport/grpc_backend_client.h"

#include "ui/client/failure_text.h"
#include "ui/transport/from_proto.h"
#include "ui/transport/status_failure.h"
#include "ui/transport/to_proto.h"
#include "ui/transport/watch_set.h"

#include <QLoggingCategory>
#include <QTimer>
#include <QUuid>

namespace firstlight::ui {
namespace {

Q_LOGGING_CATEGORY(logTransport, "firstlight.transport")

using Stub = ControllerLink::Stub;
using Async = Stub::async_interface;

constexpr Milliseconds kQuick{10'000};     // looks something up or hands something over
constexpr Milliseconds kSlow{120'000};     // reads a checkpoint, measures, renders
constexpr Milliseconds kAnswer{1'800'000}; // a whole answer of a model

QString newId()
{
    return QUuid::createUuid().toString(QUuid::WithoutBraces);
}

LinkTiming linkTiming(const ClientTiming& timing)
{
    return {timing.handshakeDeadline, timing.heartbeat, timing.firstRetry, timing.lastRetry};
}

std::vector<Plan> plansOf(const v1::PlanResponse& message)
{
    std::vector<Plan> plans;
    for (const v1::Plan& plan : message.plans()) {
        plans.push_back(fromProto(plan));
    }
    return plans;
}

ChatUpdate chatUpdate(const ChatId& chat, const v1::ChatEvent& message)
{
    switch (message.event_case()) {
    case v1::ChatEvent::kReceived:
        return {chat, fromProto(message.received())};
    case v1::ChatEvent::kFinished:
        return {chat, fromProto(message.finished())};
    default:
        return {chat, std::vector<ChatToken>{fromProto(message.token())}};
    }
}

// Tokens that arrive faster than they are shown travel together.
void append(std::vector<ChatUpdate>& updates, ChatUpdate update)
{
    auto* tokens = std::get_if<std::vector<ChatToken>>(&update.content);
    auto* before = updates.empty() || updates.back().chat != update.chat
                       ? nullptr
                       : std::get_if<std::vector<ChatToken>>(&updates.back().content);
    if (tokens != nullptr && before != nullptr) {
        before->push_back(std::move(tokens->front()));
    } else {
        updates.push_back(std::move(update));
    }
}

// A list as a signal's argument.
template <class Ring>
auto toVector(Ring& ring)
{
    return std::vector(std::make_move_iterator(ring.items().begin()), std::make_move_iterator(ring.items().end()));
}

} // namespace

// Starts unary calls whose answers become replies in the GUI thread.
class GrpcBackendClient::Calls
{
public:
    explicit Calls(GrpcBackendClient& client) : m_client(client) {}

    template <class Request, class Response, class T, class Convert>
    void unary(void (Async::*method)(grpc::ClientContext*, const Request*, Response*,
                                     std::function<void(grpc::Status)>),
               Request request, Milliseconds timeout, Reply<T> reply, Convert convert)
    {
        const auto stub = m_client.m_link->stub();
        if (stub == nullptr) {
            fail(std::move(reply));
            return;
        }
        auto finish = [inbox = m_client.m_inbox, reply = std::move(reply), convert](const grpc::Status& status,
                                                                                    const Response& response) {
            auto result = status.ok() ? Result<T>(convert(response)) : Result<T>(failureOf(status));
            put(*inbox, [reply, result = std::move(result)] { reply(result); });
        };
        callUnary<Stub, Request, Response>(m_client.m_registry, stub, method, m_client.m_link->options(timeout),
                                           std::move(request), std::move(finish));
    }

    // Without a controller: the answer is why there is none.
    template <class T>
    void fail(Reply<T> reply)
    {
        m_client.post([reply = std::move(reply), failure = reason()] { reply(failure); });
    }

    [[nodiscard]] Failure reason() const
    {
        const Failure& known = m_client.m_link->state().reason;
        return known.isSet() ? known : makeFailure(reasons::kNoController, {{QStringLiteral("path"), QString()}});
    }

    static void put(Inbox& inbox, std::function<void()> delivery)
    {
        inbox.urgent.put([&](UrgentContent& content) { content.replies.push_back(std::move(delivery)); });
    }

private:
    GrpcBackendClient& m_client;
};

GrpcBackendClient::GrpcBackendClient(const QString& clientVersion, const ClientTiming& timing, QObject* parent)
    : BackendClient(parent)
    , m_timing(timing)
    , m_inbox(std::make_shared<Inbox>(
          [this] { QMetaObject::invokeMethod(this, &GrpcBackendClient::drainUrgent, Qt::QueuedConnection); },
          [this] {
              QMetaObject::invokeMethod(
                  this, [this] { QTimer::singleShot(m_timing.frame, this, &GrpcBackendClient::drainFrames); },
                  Qt::QueuedConnection);
          }))
    , m_registry(std::make_shared<CallRegistry>())
    , m_link(std::make_unique<ControllerLink>(m_registry, m_inbox, clientVersion, linkTiming(timing)))
    , m_watches(std::make_unique<WatchSet>(m_link.get(), m_registry, m_inbox, WatchTiming{}))
{
    connect(m_link.get(), &ControllerLink::stateChanged, this,
            [this] { emit connectionStateChanged(m_link->state()); });
    connect(m_link.get(), &ControllerLink::online, this, &GrpcBackendClient::onOnline);
}

GrpcBackendClient::~GrpcBackendClient()
{
    if (!m_registry->close(m_timing.shutdownBound)) {
        qCWarning(logTransport, "Some calls did not end in time; they are left to the process's end.");
    }
    m_inbox->urgent.close();
    m_inbox->frames.close();
}

void GrpcBackendClient::connectTo(const Endpoint& endpoint)
{
    m_registry->cancelAll();
    m_link->connectTo(endpoint);
}

void GrpcBackendClient::disconnectBecause(const Failure& reason)
{
    m_registry->cancelAll();
    m_link->disconnectBecause(reason);
}

void GrpcBackendClient::retryNow()
{
    m_link->retryNow();
}

ConnectionState GrpcBackendClient::connectionState() const
{
    return m_link->state();
}

ControllerInfo GrpcBackendClient::controllerInfo() const
{
    return m_link->info();
}

void GrpcBackendClient::onOnline()
{
    emit controllerChanged(m_link->info());
    m_watches->openAll(m_link->info().start);
}

void GrpcBackendClient::inspectCheckpoint(const QString& path, Reply<CheckpointReport> reply)
{
    v1::InspectCheckpointRequest request;
    request.set_path(path.toStdString());
    Calls(*this).unary(&Async::InspectCheckpoint, request, kSlow, std::move(reply),
                       [](const v1::CheckpointReport& response) { return fromProto(response); });
}

void GrpcBackendClient::listTensors(const TensorQuery& query, Reply<TensorPage> reply)
{
    Calls(*this).unary(&Async::ListTensors, toProto(query), kSlow, std::move(reply),
                       [](const v1::ListTensorsResponse& response) { return fromProto(response); });
}

void GrpcBackendClient::makePlan(const PlanRequest& request, Reply<std::vector<Plan>> reply)
{
    Calls(*this).unary(&Async::MakePlan, toProto(request), kSlow, std::move(reply), plansOf);
}

void GrpcBackendClient::startDeployment(const StartRequest& request, Reply<DeploymentId> reply)
{
    Calls(*this).unary(&Async::StartDeployment, toProto(request, newId()), kSlow, std::move(reply),
                       [](const v1::StartDeploymentResponse& response) {
                           return DeploymentId{QString::fromStdString(response.deployment_id())};
                       });
}

void GrpcBackendClient::stopDeployment(const DeploymentId& deployment, Reply<Done> reply)
{
    v1::StopDeploymentRequest request;
    request.set_idempotency_id(newId().toStdString());
    request.set_deployment_id(deployment.value.toStdString());
    Calls(*this).unary(&Async::StopDeployment, request, kSlow, std::move(reply),
                       [](const v1::StopDeploymentResponse&) { return Done{}; });
}

void GrpcBackendClient::runCommCheck(const DeploymentId& deployment, Reply<CommCheckReport> reply)
{
    v1::RunCommCheckRequest request;
    request.set_deployment_id(deployment.value.toStdString());
    Calls(*this).unary(&Async::RunCommCheck, request, kSlow, std::move(reply),
                       [](const v1::CommCheckReport& response) { return fromProto(response); });
}

void GrpcBackendClient::createReport(const ReportRequest& request, Reply<ReportFile> reply)
{
    Calls(*this).unary(&Async::CreateReport, toProto(request), kSlow, std::move(reply),
                       [](const v1::CreateReportResponse& response) { return fromProto(response); });
}

void GrpcBackendClient::shutdownController(Reply<Done> reply)
{
    v1::ShutdownRequest request;
    request.set_idempotency_id(newId().toStdString());
    Calls(*this).unary(&Async::Shutdown, request, kQuick, std::move(reply),
                       [](const v1::ShutdownResponse&) { return Done{}; });
}

void GrpcBackendClient::describeShards(const DeploymentId& deployment, Reply<std::vector<SliceReport>> reply)
{
    if (m_link->stub() == nullptr) {
        Calls(*this).fail(std::move(reply));
        return;
    }
    v1::DescribeShardsRequest request;
    request.set_deployment_id(deployment.value.toStdString());
    auto slices = std::make_shared<std::vector<SliceReport>>();
    StreamReader<Stub, v1::DescribeShardsRequest, v1::DescribeShardsResponse>::open(
        m_registry, m_link->stub(), &Async::DescribeShards, m_link->options(kSlow), request,
        [slices](const v1::DescribeShardsResponse& page) {
            for (const v1::SliceReport& slice : page.slices()) {
                slices->push_back(fromProto(slice));
            }
        },
        [slices, inbox = m_inbox, reply = std::move(reply)](const grpc::Status& status) {
            Result<std::vector<SliceReport>> result(failureOf(status));
            if (status.ok()) {
                result = std::move(*slices);
            }
            Calls::put(*inbox, [reply, result = std::move(result)] { reply(result); });
        });
}

ChatId GrpcBackendClient::startChat(const ChatRequest& request)
{
    const ChatId chat{newId()};
    if (m_link->stub() == nullptr) {
        post([this, chat, reason = Calls(*this).reason()] { emit chatFailed(chat, reason); });
        return chat;
    }
    auto finished = std::make_shared<bool>(false); // used by the stream's reactions only, one after another
    StreamReader<Stub, v1::ChatRequest, v1::ChatEvent>::open(
        m_registry, m_link->stub(), &Async::Chat, m_link->options(kAnswer), toProto(request, chat),
        [chat, finished, inbox = m_inbox](const v1::ChatEvent& message) {
            *finished = *finished || message.has_finished();
            inbox->urgent.put([&](UrgentContent& content) { append(content.chat, chatUpdate(chat, message)); });
        },
        [chat, finished, inbox = m_inbox](const grpc::Status& status) {
            if (*finished) {
                return;
            }
            const Failure failure =
                status.ok() ? makeFailure(reasons::kGenerationInterrupted,
                                          {{QStringLiteral("detail"), QStringLiteral("the stream ended early")}})
                            : failureOf(status);
            inbox->urgent.put([&](UrgentContent& content) { content.chat.push_back({chat, failure}); });
        });
    return chat;
}

void GrpcBackendClient::cancelChat(const ChatId& chat)
{
    v1::CancelChatRequest request;
    request.set_idempotency_id(chat.value.toStdString());
    Calls(*this).unary(&Async::CancelChat, request, kQuick, Reply<Done>(this, [](const Result<Done>&) {}),
                       [](const v1::CancelChatResponse&) { return Done{}; });
}

Subscription GrpcBackendClient::watch(Stream stream)
{
    m_watches->want(stream);
    return Subscription([guard = QPointer(m_watches.get()), stream] {
        if (guard) {
            guard->unwant(stream);
        }
    });
}

void GrpcBackendClient::post(std::function<void()> delivery)
{
    QMetaObject::invokeMethod(this, std::move(delivery), Qt::QueuedConnection);
}

void GrpcBackendClient::drainUrgent()
{
    UrgentContent content = m_inbox->urgent.take();
    for (const auto& reply : content.replies) {
        reply();
    }
    for (const ChatUpdate& update : content.chat) {
        deliver(update);
    }
    for (const StreamEnd& end : content.ends) {
        m_watches->ended(end);
    }
}

void GrpcBackendClient::deliver(const ChatUpdate& update)
{
    if (const auto* received = std::get_if<ChatReceived>(&update.content)) {
        emit chatReceived(update.chat, *received);
    } else if (const auto* tokens = std::get_if<std::vector<ChatToken>>(&update.content)) {
        emit chatTokens(update.chat, *tokens);
    } else if (const auto* finished = std::get_if<ChatFinished>(&update.content)) {
        emit chatFinished(update.chat, *finished);
    } else {
        emit chatFailed(update.chat, std::get<Failure>(update.content));
    }
}

void GrpcBackendClient::drainFrames()
{
    FrameContent content = m_inbox->frames.take();
    if (content.cluster) {
        emit clusterChanged(*content.cluster);
    }
    for (const auto& [id, state] : content.deployments) {
        emit deploymentChanged(state);
    }
    if (!content.metrics.isEmpty()) {
        emit metricsArrived(toVector(content.metrics));
    }
    if (!content.events.isEmpty()) {
        m_watches->eventsSeenUpTo(content.events.items().back().sequence);
        emit eventsArrived(toVector(content.events));
    }
    m_logsDroppedHere += content.logs.dropped();
    m_logsDroppedThere = content.logsDroppedByController.value_or(m_logsDroppedThere);
    if (!content.logs.isEmpty()) {
        m_watches->logsSeenUpTo(content.logs.items().back().sequence);
        emit logsArrived({toVector(content.logs), m_logsDroppedHere + m_logsDroppedThere});
    }
    for (const CommCheckReport& report : content.commChecks.items()) {
        emit commCheckArrived(report);
    }
}

} // namespace firstlight::ui
