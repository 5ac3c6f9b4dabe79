// Calls in progress: how they start, are cancelled, and are waited for. Everything here runs on gRPC's threads except
// where it is said; no Qt object is touched.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>

namespace firstlight::ui {

// The set of open calls. Thread-safe.
class CallRegistry
{
public:
    using Context = std::shared_ptr<grpc::ClientContext>;

    // False once closed: the call must not start.
    [[nodiscard]] bool add(const Context& context);
    void remove(const Context& context);
    void cancelAll();
    // Accepts no more, cancels all, and waits until each has ended; false if some had not within `bound`.
    bool close(std::chrono::milliseconds bound);

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::unordered_set<Context> m_open; // under m_mutex
    bool m_closed = false;              // under m_mutex
};

struct CallOptions {
    std::string token;
    std::chrono::milliseconds timeout{}; // zero: none, for watches that end with their owner
};

[[nodiscard]] CallRegistry::Context makeContext(const CallOptions& options);

// One request, one answer. `finish(status, response)` is called once, unless the registry is closed already.
template <class Stub, class Request, class Response, class Finish>
void callUnary(const std::shared_ptr<CallRegistry>& registry, const std::shared_ptr<Stub>& stub,
               void (Stub::async_interface::*method)(grpc::ClientContext*, const Request*, Response*,
                                                     std::function<void(grpc::Status)>),
               const CallOptions& options, Request request, Finish finish)
{
    struct Call {
        Request request;
        Response response;
    };
    auto context = makeContext(options);
    if (!registry->add(context)) {
        return;
    }
    auto call = std::make_shared<Call>(std::move(request), Response());
    (stub->async()->*method)(context.get(), &call->request, &call->response,
                             [registry, stub, context, call, finish = std::move(finish)](grpc::Status status) mutable {
                                 finish(status, call->response);
                                 registry->remove(context);
                             });
}

// One request, many answers. Deletes itself after `done(status)`.
template <class Stub, class Request, class Message>
class StreamReader final : public grpc::ClientReadReactor<Message>
{
public:
    using Method = void (Stub::async_interface::*)(grpc::ClientContext*, const Request*,
                                                   grpc::ClientReadReactor<Message>*);
    using OnMessage = std::function<void(const Message&)>;
    using OnEnd = std::function<void(const grpc::Status&)>;

    // The context of the open stream, to cancel it; empty when the registry is closed.
    static CallRegistry::Context open(const std::shared_ptr<CallRegistry>& registry, const std::shared_ptr<Stub>& stub,
                                      Method method, const CallOptions& options, Request request, OnMessage message,
                                      OnEnd end)
    {
        auto context = makeContext(options);
        if (!registry->add(context)) {
            return {};
        }
        auto* reader =
            new StreamReader(registry, stub, context, std::move(request), std::move(message), std::move(end));
        (stub->async()->*method)(context.get(), &reader->m_request, reader);
        reader->StartRead(&reader->m_message);
        reader->StartCall();
        return context;
    }

    void OnReadDone(bool ok) override
    {
        if (ok) {
            m_onMessage(m_message);
            this->StartRead(&m_message);
        }
    }

    void OnDone(const grpc::Status& status) override
    {
        m_onEnd(status);
        m_registry->remove(m_context);
        delete this;
    }

private:
    StreamReader(std::shared_ptr<CallRegistry> registry, std::shared_ptr<Stub> stub, CallRegistry::Context context,
                 Request request, OnMessage message, OnEnd end)
        : m_registry(std::move(registry))
        , m_stub(std::move(stub))
        , m_context(std::move(context))
        , m_request(std::move(request))
        , m_onMessage(std::move(message))
        , m_onEnd(std::move(end))
    {
    }

    std::shared_ptr<CallRegistry> m_registry;
    std::shared_ptr<Stub> m_stub;
    CallRegistry::Context m_context;
    Request m_request;
    Message m_message;
    OnMessage m_onMessage;
    OnEnd m_onEnd;
};

} // namespace firstlight::ui
