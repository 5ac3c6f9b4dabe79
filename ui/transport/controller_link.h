// The way to one controller: channel, handshake, heartbeat, back-off. GUI thread.
//
//   Connecting --handshake--> Online --stream or heartbeat fails--> Degraded --handshake fails--> Offline
//   and from everywhere back to Online with the next handshake that succeeds. One failure is silent, two are shown.
#pragma once

#include "backend/api/controller.grpc.pb.h"
#include "ui/client/backend_client.h"
#include "ui/transport/calls.h"
#include "ui/transport/inbox.h"

#include <QTimer>

namespace firstlight::ui {

struct LinkTiming {
    Milliseconds handshakeDeadline{3000};
    Milliseconds heartbeat{5000};
    Milliseconds firstRetry{250};
    Milliseconds lastRetry{5000};
};

class ControllerLink : public QObject
{
    Q_OBJECT

public:
    using Stub = v1::Controller::StubInterface;

    ControllerLink(std::shared_ptr<CallRegistry> registry, std::shared_ptr<Inbox> inbox, QString clientVersion,
                   LinkTiming timing, QObject* parent = nullptr);

    // Connects there, and again after every cut, until told otherwise.
    void connectTo(const Endpoint& endpoint);
    // There is no controller, for this reason, and no use in trying.
    void disconnectBecause(const Failure& reason);
    // A stream ended that should not have: find out now whether the controller still answers.
    void checkNow(const Failure& suspicion);
    void retryNow();

    [[nodiscard]] const ConnectionState& state() const { return m_state; }
    [[nodiscard]] const ControllerInfo& info() const { return m_info; }
    // nullptr before the first endpoint.
    [[nodiscard]] std::shared_ptr<Stub> stub() const { return m_stub; }
    [[nodiscard]] CallOptions options(Milliseconds timeout) const { return {m_token, timeout}; }

signals:
    void stateChanged();
    // Online with this controller: open what is wanted.
    void online();

private:
    void handshake();
    void makeStub();
    void handshakeDone(int attempt, const Result<ControllerInfo>& result);
    void handshakeFailed(const Failure& failure);
    void enter(ConnectionPhase phase, const Failure& reason = {}, TimePoint retryAt = {});
    [[nodiscard]] Milliseconds nextPause() const;

    const std::shared_ptr<CallRegistry> m_registry;
    const std::shared_ptr<Inbox> m_inbox;
    const QString m_clientVersion;
    const LinkTiming m_timing;
    Endpoint m_endpoint;
    std::string m_token;
    std::shared_ptr<Stub> m_stub;
    ConnectionState m_state;
    ControllerInfo m_info;
    QTimer m_timer; // to the next handshake: heartbeat when online, back-off when not
    int m_attempt = 0;
    int m_failures = 0;
};

} // namespace firstlight::ui
