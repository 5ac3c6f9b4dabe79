#include "backend/control/event_log.h"

#include "backend/base/text.h"

#include <algorithm>
#include <utility>

namespace firstlight::control {
namespace {

constexpr std::size_t kMaxEvents = 20'000;
constexpr std::size_t kMaxBytes = 16 << 20;

} // namespace

EventLog::EventLog(const base::Clock& clock, Recorder record)
    : m_clock(clock), m_record(std::move(record)), m_ring(kMaxEvents, kMaxBytes)
{
}

void EventLog::add(v1::Event event)
{
    {
        const std::lock_guard lock(m_mutex);
        event.set_sequence(m_ring.nextSequence());
        if (event.time_unix_ns() == 0) {
            event.set_time_unix_ns(base::unixNanoseconds(m_clock.systemNow()));
        }
        if (m_record) {
            m_record(event);
        }
        const std::size_t bytes = event.ByteSizeLong();
        m_ring.push(std::move(event), bytes);
    }
    m_changes.notify();
}

std::shared_ptr<const v1::Event> EventLog::after(std::int64_t sequence) const
{
    const std::lock_guard lock(m_mutex);
    return m_ring.at(std::max(sequence + 1, m_ring.firstSequence()));
}

std::vector<v1::Event> EventLog::ofDeployment(const std::string& deploymentId) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<v1::Event> events;
    for (std::int64_t sequence = m_ring.firstSequence(); sequence < m_ring.nextSequence(); ++sequence) {
        const v1::Event& event = *m_ring.at(sequence);
        if (event.deployment_id().empty() || event.deployment_id() == deploymentId) {
            events.push_back(event);
        }
    }
    return events;
}

std::int64_t EventLog::lastSequence() const
{
    const std::lock_guard lock(m_mutex);
    return m_ring.nextSequence() - 1;
}

v1::Event makeEvent(std::string kind, v1::Severity severity, std::string message)
{
    v1::Event event;
    event.set_kind(std::move(kind));
    event.set_severity(severity);
    event.set_message(base::validText(message));
    event.set_rank(-1);
    return event;
}

} // namespace firstlight::control
