// What happened, in order, on the controller's clock. Thread-safe.
#pragma once

#include "backend/api/common.pb.h"
#include "backend/base/clock.h"
#include "backend/control/change_notifier.h"
#include "backend/control/sequenced_ring.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace firstlight::control {

class EventLog
{
public:
    // `record` (may be empty) receives every event for what outlives the process; called in order, under the lock.
    using Recorder = std::function<void(const v1::Event&)>;

    EventLog(const base::Clock& clock, Recorder record);

    // Fills in the sequence and, where it is 0, the time.
    void add(v1::Event event);

    // The oldest kept event after `sequence`; null: none yet.
    std::shared_ptr<const v1::Event> after(std::int64_t sequence) const;
    std::vector<v1::Event> ofDeployment(const std::string& deploymentId) const; // and those of no deployment
    std::int64_t lastSequence() const;                                          // 0: none yet

    ChangeNotifier& changes() { return m_changes; }

private:
    const base::Clock& m_clock;
    Recorder m_record;
    ChangeNotifier m_changes;
    mutable std::mutex m_mutex;
    SequencedRing<v1::Event> m_ring;
};

// An event without a deployment; the fields that most have.
v1::Event makeEvent(std::string kind, v1::Severity severity, std::string message);

} // namespace firstlight::control
