#include "ui/transport/calls.h"

#include <vector>

namespace firstlight::ui {

bool CallRegistry::add(const Context& context)
{
    const std::lock_guard lock(m_mutex);
    if (!m_closed) {
        m_open.insert(context);
    }
    return !m_closed;
}

void CallRegistry::remove(const Context& context)
{
    const std::lock_guard lock(m_mutex);
    m_open.erase(context);
    m_changed.notify_all();
}

void CallRegistry::cancelAll()
{
    std::vector<Context> open;
    {
        const std::lock_guard lock(m_mutex);
        open.assign(m_open.begin(), m_open.end());
    }
    // Outside the lock: cancelling may end a call, and so call remove(), on this very thread.
    for (const Context& context : open) {
        context->TryCancel();
    }
}

bool CallRegistry::close(std::chrono::milliseconds bound)
{
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
    }
    cancelAll();
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, bound, [this] { return m_open.empty(); });
}

CallRegistry::Context makeContext(const CallOptions& options)
{
    auto context = std::make_shared<grpc::ClientContext>();
    context->AddMetadata("authorization", "Bearer " + options.token);
    if (options.timeout.count() > 0) {
        context->set_deadline(std::chrono::system_clock::now() + options.timeout);
    }
    return context;
}

} // namespace firstlight::ui
