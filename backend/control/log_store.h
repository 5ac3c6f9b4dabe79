// The newest log lines of all processes, numbered, bounded in lines and bytes. Thread-safe.
#pragma once

#include "backend/api/controller.pb.h"
#include "backend/base/log.h"
#include "backend/control/change_notifier.h"
#include "backend/control/sequenced_ring.h"

#include <memory>
#include <mutex>
#include <vector>

namespace firstlight::control {

class LogStore
{
public:
    LogStore();

    // Cuts a long text and fills in the sequence.
    void add(v1::LogLine line);
    // A sink for this process's own logger.
    base::LogSink ownSink();

    // Where a reader is: the last line it has, and how many it has lost.
    struct Place {
        std::int64_t sequence = 0;
        std::int64_t droppedCount = 0;
    };
    // The next lines after `place` of at least `minimumSeverity`, and moves it; null: nothing new.
    std::shared_ptr<const v1::LogBatch> read(Place& place, v1::Severity minimumSeverity) const;

    std::vector<v1::LogLine> newest(std::size_t maxCount) const; // oldest first
    std::int64_t lastSequence() const;                           // 0: none yet

    ChangeNotifier& changes() { return m_changes; }

private:
    ChangeNotifier m_changes;
    mutable std::mutex m_mutex;
    SequencedRing<v1::LogLine> m_ring;
};

} // namespace firstlight::control
