// Carries what happens on this node to those who watch it. Thread-safe.
#pragma once

#include "backend/api/agent.pb.h"
#include "backend/rpc/stream_writer.h"

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace firstlight::agent {

using UpdateWriter = rpc::StreamWriter<v1::AgentUpdate>;

class UpdateHub
{
public:
    // What happened while nobody watched comes first.
    void subscribe(const std::shared_ptr<UpdateWriter>& writer);
    void unsubscribe(const UpdateWriter* writer);

    void publish(const v1::AgentUpdate& update);

    // Ends all streams.
    void close();

private:
    static constexpr std::size_t kBacklogLength = 500;

    std::mutex m_mutex;
    std::vector<std::shared_ptr<UpdateWriter>> m_writers;
    std::deque<v1::AgentUpdate> m_backlog; // only while there is no writer
    bool m_closed = false;
};

} // namespace firstlight::agent
