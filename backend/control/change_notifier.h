// Wakes watchers when what they watch has changed. Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace firstlight::control {

class ChangeNotifier
{
public:
    // Keeps the subscription; a call already on its way may still arrive after its end, so `wake` must own what it
    // touches or hold it weakly.
    using Subscription = std::shared_ptr<const std::function<void()>>;

    Subscription subscribe(std::function<void()> wake);
    void notify();

private:
    std::mutex m_mutex;
    std::vector<std::weak_ptr<const std::function<void()>>> m_subscribers;
};

} // namespace firstlight::control
