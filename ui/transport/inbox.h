// What gRPC's threads have left for the GUI thread: one mailbox for what must be seen at once, one for what is shown
// in frames.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/transport/mailbox.h"

#include <grpcpp/support/status.h>

#include <functional>
#include <map>
#include <optional>
#include <variant>
#include <vector>

namespace firstlight::ui {

struct ChatUpdate {
    ChatId chat;
    std::variant<ChatReceived, std::vector<ChatToken>, ChatFinished, Failure> content;
};

struct StreamEnd {
    Stream stream = Stream::Cluster;
    int opening = 0; // which opening of that stream ended
    grpc::Status status;
};

// Replies, tokens and ends of streams: delivered with the next turn of the event loop, in order.
struct UrgentContent {
    std::vector<std::function<void()>> replies;
    std::vector<ChatUpdate> chat;
    std::vector<StreamEnd> ends;
};

// States (the latest wins) and series (bounded, oldest dropped and counted): delivered at most once per frame.
struct FrameContent {
    static constexpr std::size_t kMetricFrames = 100'000; // a day of seconds: the history that comes first
    static constexpr std::size_t kEvents = 20'000;
    static constexpr std::size_t kLogLines = 20'000;
    static constexpr std::size_t kCommChecks = 64;

    std::optional<ClusterState> cluster;
    std::map<DeploymentId, DeploymentState> deployments;
    BoundedRing<MetricFrame, kMetricFrames> metrics;
    BoundedRing<Event, kEvents> events;
    BoundedRing<LogLine, kLogLines> logs;
    std::optional<std::int64_t> logsDroppedByController; // since the stream was opened
    BoundedRing<CommCheckReport, kCommChecks> commChecks;
};

struct Inbox {
    Inbox(std::function<void()> urgentWakeUp, std::function<void()> frameWakeUp)
        : urgent(std::move(urgentWakeUp)), frames(std::move(frameWakeUp))
    {
    }

    Mailbox<UrgentContent> urgent;
    Mailbox<FrameContent> frames;
};

} // namespace firstlight::ui
