// The streams somebody wants: opened when the link is online, opened again when they break. GUI thread.
#pragma once

#include "ui/transport/controller_link.h"

#include <array>

namespace firstlight::ui {

struct WatchTiming {
    Milliseconds metricsInterval{500};
    std::chrono::seconds metricsHistory{3600};
    Milliseconds reopenPause{500};
};

class WatchSet : public QObject
{
    Q_OBJECT

public:
    WatchSet(ControllerLink* link, std::shared_ptr<CallRegistry> registry, std::shared_ptr<Inbox> inbox,
             WatchTiming timing, QObject* parent = nullptr);

    void want(Stream stream);
    void unwant(Stream stream);
    // Online with this controller: opens all that is wanted; a controller that has not been seen tells all again.
    void openAll(TimePoint controllerStart);
    void ended(const StreamEnd& end);

    // The last ones that were delivered; streams that are opened again go on after them.
    void logsSeenUpTo(std::int64_t sequence) { m_lastLog = std::max(m_lastLog, sequence); }
    void eventsSeenUpTo(std::int64_t sequence) { m_lastEvent = std::max(m_lastEvent, sequence); }

private:
    struct Entry {
        int wanted = 0;
        int opening = 0;
        CallRegistry::Context context; // empty: closed
    };

    Entry& entry(Stream stream) { return m_entries[static_cast<std::size_t>(stream)]; }
    void open(Stream stream);
    void close(Entry& entry);
    template <class Request, class Message, class Put>
    void start(Stream stream,
               void (ControllerLink::Stub::async_interface::*method)(grpc::ClientContext*, const Request*,
                                                                     grpc::ClientReadReactor<Message>*),
               const Request& request, Put put);
    void openMetrics();
    void openEvents();
    void openLogs();

    ControllerLink* m_link;
    const std::shared_ptr<CallRegistry> m_registry;
    const std::shared_ptr<Inbox> m_inbox;
    const WatchTiming m_timing;
    std::array<Entry, kStreamCount> m_entries;
    TimePoint m_controllerStart;
    std::int64_t m_lastLog = 0;
    std::int64_t m_lastEvent = 0;
};

} // namespace firstlight::ui
