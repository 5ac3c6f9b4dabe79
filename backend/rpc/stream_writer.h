// The server's end of a stream: anybody may write at any time, a slow reader never delays the writer.
//
//   grpc::ServerWriteReactor<v1::AgentUpdate>* WatchNode(...) override
//   {
//       auto writer = rpc::StreamWriter<v1::AgentUpdate>::create({});
//       m_subscribers.add(writer);      // they call writer->write(update)
//       return writer.get();            // it keeps itself alive until gRPC is done with it
//   }
#pragma once

#include "backend/rpc/limits.h"

#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/status.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace firstlight::rpc {

enum class OverflowPolicy {
    kDropOldest, // counted; for logs and frames. What was written with a key is a state and is never dropped
    kEndStream,  // with RESOURCE_EXHAUSTED; for what must not have gaps
};

struct StreamWriterOptions {
    std::size_t capacity = kWatchQueueLength;
    OverflowPolicy overflow = OverflowPolicy::kDropOldest;
    std::function<void()> onClosed; // once, on a gRPC thread: the reader is gone or the stream has ended
};

template <typename Message>
class StreamWriter final : public grpc::ServerWriteReactor<Message>
{
public:
    static std::shared_ptr<StreamWriter> create(StreamWriterOptions options)
    {
        std::shared_ptr<StreamWriter> writer(new StreamWriter(std::move(options)));
        writer->m_self = writer;
        return writer;
    }

    // A stream that ends at once with `status`.
    static StreamWriter* ended(const grpc::Status& status)
    {
        auto writer = create({});
        writer->finish(status);
        return writer.get();
    }

    // False when the stream has ended.
    bool write(Message message) { return enqueue(std::nullopt, std::move(message)); }

    // Replaces what was written with this key and has not been sent yet: the reader gets the latest state only. Few
    // keys: each may take a place in the queue beyond its capacity.
    bool writeLatest(int key, Message message) { return enqueue(key, std::move(message)); }

    // Ends the stream after what is queued. Later calls change nothing.
    void finish(const grpc::Status& status)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_finalStatus) {
            m_finalStatus = status;
            proceed();
        }
    }

    bool closed() const
    {
        const std::lock_guard lock(m_mutex);
        return m_cancelled || m_finalStatus.has_value();
    }

    std::int64_t droppedCount() const
    {
        const std::lock_guard lock(m_mutex);
        return m_droppedCount;
    }

private:
    struct Entry {
        std::optional<int> key;
        Message message;
    };

    explicit StreamWriter(StreamWriterOptions options) : m_options(std::move(options)) {}

    bool enqueue(std::optional<int> key, Message message)
    {
        const std::lock_guard lock(m_mutex);
        if (m_cancelled || m_finalStatus) {
            return false;
        }
        if (key && replaceQueued(*key, message)) {
            return true;
        }
        if (!key && m_queue.size() >= m_options.capacity && !makeRoom()) {
            return false;
        }
        m_queue.push_back({key, std::move(message)});
        proceed();
        return true;
    }

    bool replaceQueued(int key, Message& message)
    {
        for (Entry& entry : m_queue) {
            if (entry.key == key) {
                entry.message = std::move(message);
                return true;
            }
        }
        return false;
    }

    bool makeRoom()
    {
        if (m_options.overflow == OverflowPolicy::kDropOldest) {
            const auto oldest = std::ranges::find_if(m_queue, [](const Entry& entry) { return !entry.key; });
            if (oldest != m_queue.end()) {
                m_queue.erase(oldest);
                ++m_droppedCount;
            }
            return true;
        }
        m_queue.clear();
        m_finalStatus = grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "the reader is too slow");
        proceed();
        return false;
    }

    // Starts what comes next; with the mutex held, and only one operation at a time as gRPC demands.
    void proceed()
    {
        if (m_writing || m_finished) {
            return;
        }
        if (m_cancelled) {
            m_finished = true;
            this->Finish(grpc::Status::CANCELLED);
        } else if (!m_queue.empty()) {
            m_writing = true;
            m_current = std::move(m_queue.front().message);
            m_queue.pop_front();
            this->StartWrite(&m_current);
        } else if (m_finalStatus) {
            m_finished = true;
            this->Finish(*m_finalStatus);
        }
    }

    void OnWriteDone(bool ok) override
    {
        const std::lock_guard lock(m_mutex);
        m_writing = false;
        m_cancelled = m_cancelled || !ok;
        proceed();
    }

    void OnCancel() override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_cancelled = true;
            proceed();
        }
        reportClosed();
    }

    void OnDone() override
    {
        reportClosed();
        const std::shared_ptr<StreamWriter> self = std::move(m_self); // may delete this when it goes
    }

    void reportClosed()
    {
        std::function<void()> onClosed;
        {
            const std::lock_guard lock(m_mutex);
            onClosed = std::exchange(m_options.onClosed, nullptr);
        }
        if (onClosed) {
            onClosed();
        }
    }

    StreamWriterOptions m_options;
    mutable std::mutex m_mutex;
    std::deque<Entry> m_queue;
    Message m_current;
    bool m_writing = false;
    bool m_cancelled = false;
    bool m_finished = false;
    std::optional<grpc::Status> m_finalStatus;
    std::int64_t m_droppedCount = 0;
    std::shared_ptr<StreamWriter> m_self;
};

} // namespace firstlight::rpc
