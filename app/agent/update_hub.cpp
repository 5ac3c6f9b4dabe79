#include "app/agent/update_hub.h"

namespace firstlight::agent {
namespace {

// The end of a rank must not be lost behind its log lines, so it gets a key of its own.
constexpr int kExitKeyBase = 1000;

void send(UpdateWriter& writer, const v1::AgentUpdate& update)
{
    if (update.has_exited()) {
        writer.writeLatest(kExitKeyBase + update.exited().rank(), update);
    } else {
        writer.write(update);
    }
}

} // namespace

void UpdateHub::subscribe(const std::shared_ptr<UpdateWriter>& writer)
{
    const std::lock_guard lock(m_mutex);
    if (m_closed) {
        writer->finish(grpc::Status::OK);
        return;
    }
    for (const v1::AgentUpdate& update : m_backlog) {
        send(*writer, update);
    }
    m_backlog.clear();
    m_writers.push_back(writer);
}

void UpdateHub::unsubscribe(const UpdateWriter* writer)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_writers, [writer](const auto& entry) { return entry.get() == writer; });
}

void UpdateHub::publish(const v1::AgentUpdate& update)
{
    const std::lock_guard lock(m_mutex);
    for (const auto& writer : m_writers) {
        send(*writer, update);
    }
    if (m_writers.empty()) {
        m_backlog.push_back(update);
        if (m_backlog.size() > kBacklogLength) {
            m_backlog.pop_front();
        }
    }
}

void UpdateHub::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    for (const auto& writer : m_writers) {
        writer->finish(grpc::Status::OK);
    }
}

} // namespace firstlight::agent
