#include "ui/transport/controller_link.h"

#include "backend/api/callback_threads.h"
#include "backend/api/protocol.h"
#include "ui/client/failure_text.h"
#include "ui/transport/from_proto.h"
#include "ui/transport/status_failure.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <QRandomGenerator>

#include <algorithm>

namespace firstlight::ui {
namespace {

constexpr int kMaxMessageBytes = 80 << 20;  // reports travel whole and carry pictures
constexpr int kMaxMetadataBytes = 64 << 10; // failure details travel in metadata

std::shared_ptr<grpc::Channel> makeChannel(const Endpoint& endpoint)
{
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
    arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    // A connection of its own for each attempt: pausing between attempts is the link's business.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(endpoint.address.toStdString(), grpc::InsecureChannelCredentials(), arguments);
}

Result<ControllerInfo> handshakeResult(const grpc::Status& status, const v1::HandshakeResponse& response)
{
    if (!status.ok()) {
        return failureOf(status);
    }
    if (response.protocol_version() != kProtocolVersion) {
        return makeFailure(reasons::kVersionMismatch,
                           {{QStringLiteral("ours"), QString::number(kProtocolVersion)},
                            {QStringLiteral("theirs"), QString::number(response.protocol_version())}});
    }
    return fromProto(response);
}

} // namespace

ControllerLink::ControllerLink(std::shared_ptr<CallRegistry> registry, std::shared_ptr<Inbox> inbox,
                               QString clientVersion, LinkTiming timing, QObject* parent)
    : QObject(parent)
    , m_registry(std::move(registry))
    , m_inbox(std::move(inbox))
    , m_clientVersion(std::move(clientVersion))
    , m_timing(timing)
{
    m_state.since = systemNow();
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ControllerLink::handshake);
}

void ControllerLink::connectTo(const Endpoint& endpoint)
{
    m_endpoint = endpoint;
    m_token = endpoint.token.toStdString();
    m_failures = 0;
    makeStub();
    enter(ConnectionPhase::Connecting);
    handshake();
}

void ControllerLink::disconnectBecause(const Failure& reason)
{
    ++m_attempt;
    m_timer.stop();
    m_stub.reset();
    enter(ConnectionPhase::Offline, reason);
}

void ControllerLink::checkNow(const Failure& suspicion)
{
    if (m_state.phase == ConnectionPhase::Online) {
        enter(ConnectionPhase::Degraded, suspicion);
        handshake();
    }
}

void ControllerLink::retryNow()
{
    if (m_stub != nullptr && m_state.phase != ConnectionPhase::Online) {
        handshake();
    }
}

void ControllerLink::makeStub()
{
    rpc::keepCallbackThreads();
    m_stub = v1::Controller::NewStub(makeChannel(m_endpoint));
}

void ControllerLink::handshake()
{
    if (m_failures > 0) {
        makeStub();
    }
    m_timer.stop();
    v1::HandshakeRequest request;
    request.set_client("firstlight");
    request.set_version(m_clientVersion.toStdString());
    request.set_protocol_version(kProtocolVersion);
    auto finish = [this, inbox = m_inbox, attempt = ++m_attempt](const grpc::Status& status,
                                                                 const v1::HandshakeResponse& response) {
        inbox->urgent.put([&](UrgentContent& content) {
            content.replies.emplace_back(
                [this, attempt, result = handshakeResult(status, response)] { handshakeDone(attempt, result); });
        });
    };
    callUnary<Stub, v1::HandshakeRequest, v1::HandshakeResponse>(m_registry, m_stub, &Stub::async_interface::Handshake,
                                                                 options(m_timing.handshakeDeadline), request, finish);
}

void ControllerLink::handshakeDone(int attempt, const Result<ControllerInfo>& result)
{
    if (attempt != m_attempt) {
        return;
    }
    if (!result.ok()) {
        handshakeFailed(result.failure());
        return;
    }
    const bool sameController = m_info.start == result.value().start;
    const bool wasOnline = m_state.phase == ConnectionPhase::Online;
    m_info = result.value();
    m_failures = 0;
    m_timer.start(m_timing.heartbeat);
    if (!wasOnline || !sameController) {
        enter(ConnectionPhase::Online);
        emit online();
    }
}

void ControllerLink::handshakeFailed(const Failure& failure)
{
    ++m_failures;
    const Milliseconds pause = nextPause();
    const bool first = m_failures == 1;
    if (first && m_state.phase == ConnectionPhase::Online) {
        enter(ConnectionPhase::Degraded, failure);
    } else if (!first || m_state.phase == ConnectionPhase::Offline) {
        enter(ConnectionPhase::Offline, failure, systemNow() + pause);
    }
    m_timer.start(pause);
}

// Doubling, with jitter so that many consoles do not come at once.
Milliseconds ControllerLink::nextPause() const
{
    const int doublings = std::min(m_failures - 1, 10);
    const auto pause = std::min(m_timing.lastRetry, m_timing.firstRetry * (1 << doublings));
    const double jitter = 0.75 + QRandomGenerator::global()->generateDouble() / 2;
    return std::chrono::duration_cast<Milliseconds>(pause * jitter);
}

void ControllerLink::enter(ConnectionPhase phase, const Failure& reason, TimePoint retryAt)
{
    const TimePoint since = phase == m_state.phase ? m_state.since : systemNow();
    m_state = {phase, reason, since, retryAt};
    emit stateChanged();
}

} // namespace firstlight::ui
