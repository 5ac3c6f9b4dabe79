// How the console stands with its controller.
#pragma once

#include "ui/client/common_values.h"

#include <QStringList>

namespace firstlight::ui {

enum class ConnectionPhase {
    Connecting, // the first time, or after the address changed
    Online,
    Degraded, // answers, but a stream is being opened again
    Offline,  // no answer; retried at retryAt if that is known
};

struct ConnectionState {
    ConnectionPhase phase = ConnectionPhase::Connecting;
    Failure reason;    // of Degraded and Offline
    TimePoint since;   // when this phase began
    TimePoint retryAt; // unknown: no retry before somebody acts

    bool operator==(const ConnectionState&) const = default;
};

// Where a controller listens, and the token that opens it.
struct Endpoint {
    QString address; // gRPC target, e.g. "unix:/run/user/1000/firstlight/controller.sock"
    QString token;

    bool operator==(const Endpoint&) const = default;
};

// What the handshake said.
struct ControllerInfo {
    QString version;
    int protocolVersion = 0;
    QStringList capabilities;
    int pid = 0;
    TimePoint start; // tells one controller from its successor
    QString stateDirectory;
    QString demoCheckpointPath; // empty: not installed

    bool operator==(const ControllerInfo&) const = default;
};

} // namespace firstlight::ui
