// The client's end of a stream.
//
//   auto reader = rpc::StreamReader<v1::WatchNodeRequest, v1::AgentUpdate>::create(request, {onMessage, onDone});
//   rpc::attachToken(reader->context(), token);
//   reader->start([&](auto* context, auto* request, auto* reactor) {
//       stub->async()->WatchNode(context, request, reactor);
//   });
#pragma once

#include "backend/rpc/status.h"

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace firstlight::rpc {

template <typename Request, typename Message>
class StreamReader final : public grpc::ClientReadReactor<Message>,
                           public std::enable_shared_from_this<StreamReader<Request, Message>>
{
public:
    // Both run on gRPC threads, never at the same time; onDone once, after the last message.
    struct Callbacks {
        std::function<void(Message&)> onMessage;
        std::function<void(const grpc::Status&)> onDone;
    };

    static std::shared_ptr<StreamReader> create(Request request, Callbacks callbacks)
    {
        return std::shared_ptr<StreamReader>(new StreamReader(std::move(request), std::move(callbacks)));
    }

    // To be prepared before start().
    grpc::ClientContext& context() { return m_context; }

    // The reader keeps itself alive until onDone has returned.
    template <typename Begin>
    void start(Begin&& begin)
    {
        m_self = this->shared_from_this();
        begin(&m_context, &m_request, static_cast<grpc::ClientReadReactor<Message>*>(this));
        this->StartRead(&m_message);
        this->StartCall();
    }

    // Ends the stream; onDone follows with CANCELLED. Safe at any time after start(), from any thread.
    void cancel() { m_context.TryCancel(); }

    // Whether onDone has returned before `timeout`.
    bool waitDone(std::chrono::milliseconds timeout)
    {
        std::unique_lock lock(m_mutex);
        return m_doneCondition.wait_for(lock, timeout, [this] { return m_done; });
    }

private:
    StreamReader(Request request, Callbacks callbacks)
        : m_request(std::move(request)), m_callbacks(std::move(callbacks))
    {
    }

    void OnReadDone(bool ok) override
    {
        if (ok) {
            m_callbacks.onMessage(m_message);
            this->StartRead(&m_message);
        }
    }

    void OnDone(const grpc::Status& status) override
    {
        const std::shared_ptr<StreamReader> self = std::move(m_self); // outlives the lock below
        m_callbacks.onDone(status);
        const std::lock_guard lock(m_mutex);
        m_done = true;
        m_doneCondition.notify_all();
    }

    Request m_request;
    Callbacks m_callbacks;
    grpc::ClientContext m_context;
    Message m_message;
    std::mutex m_mutex;
    std::condition_variable m_doneCondition;
    bool m_done = false;
    std::shared_ptr<StreamReader> m_self;
};

} // namespace firstlight::rpc
