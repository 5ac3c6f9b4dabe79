// The server's end of a watch: sends what its source has as fast as the reader takes it, so a slow reader gets fewer,
// newer messages and never delays or costs anybody.
#pragma once

#include "backend/control/change_notifier.h"

#include <grpcpp/support/server_callback.h>

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace firstlight::control {

template <typename Message>
class PullStream final : public grpc::ServerWriteReactor<Message>
{
public:
    // The next message for this reader; null: nothing new. Called by one thread at a time.
    using Source = std::function<std::shared_ptr<const Message>()>;

    // Asks `source` now and whenever `changes` says so; keeps itself alive until gRPC is done with it.
    static PullStream* start(ChangeNotifier& changes, Source source)
    {
        std::shared_ptr<PullStream> stream(new PullStream(std::move(source)));
        stream->m_self = stream;
        stream->m_subscription = changes.subscribe([weak = std::weak_ptr(stream)] {
            if (const auto alive = weak.lock()) {
                alive->proceed();
            }
        });
        stream->proceed();
        return stream.get();
    }

private:
    explicit PullStream(Source source) : m_source(std::move(source)) {}

    void proceed()
    {
        const std::lock_guard lock(m_mutex);
        if (m_writing || m_finished) {
            return;
        }
        if (m_cancelled) {
            m_finished = true;
            this->Finish(grpc::Status::CANCELLED);
            return;
        }
        m_current = m_source();
        if (m_current != nullptr) {
            m_writing = true;
            this->StartWrite(m_current.get());
        }
    }

    void OnWriteDone(bool ok) override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_writing = false;
            m_cancelled = m_cancelled || !ok;
        }
        proceed();
    }

    void OnCancel() override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_cancelled = true;
        }
        proceed();
    }

    void OnDone() override
    {
        const std::shared_ptr<PullStream> self = std::move(m_self); // may delete this when it goes
        m_subscription.reset();
    }

    const Source m_source;
    ChangeNotifier::Subscription m_subscription;
    std::mutex m_mutex;
    std::shared_ptr<const Message> m_current;
    bool m_writing = false;
    bool m_cancelled = false;
    bool m_finished = false;
    std::shared_ptr<PullStream> m_self;
};

} // namespace firstlight::control
