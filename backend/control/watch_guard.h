#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace firstlight::control {

// Owned by a client: while it lives, its watch's callbacks run; afterwards the stream is cancelled and silent.
class WatchGuard
{
public:
    WatchGuard() = default;
    ~WatchGuard() { close(); }
    WatchGuard(const WatchGuard&) = delete;
    WatchGuard& operator=(const WatchGuard&) = delete;

    std::shared_ptr<const std::atomic<bool>> open() const { return m_open; }
    void setCancel(std::function<void()> cancel) { m_cancel = std::move(cancel); }

    void close()
    {
        *m_open = false;
        if (m_cancel) {
            m_cancel();
        }
    }

private:
    std::shared_ptr<std::atomic<bool>> m_open = std::make_shared<std::atomic<bool>>(true);
    std::function<void()> m_cancel;
};

} // namespace firstlight::control
