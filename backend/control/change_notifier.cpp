#include "backend/control/change_notifier.h"

#include <utility>

namespace firstlight::control {

ChangeNotifier::Subscription ChangeNotifier::subscribe(std::function<void()> wake)
{
    auto subscription = std::make_shared<const std::function<void()>>(std::move(wake));
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_subscribers, [](const auto& subscriber) { return subscriber.expired(); });
    m_subscribers.push_back(subscription);
    return subscription;
}

void ChangeNotifier::notify()
{
    std::vector<Subscription> alive;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& subscriber : m_subscribers) {
            if (auto subscription = subscriber.lock()) {
                alive.push_back(std::move(subscription));
            }
        }
    }
    for (const Subscription& subscription : alive) {
        (*subscription)();
    }
}

} // namespace firstlight::control
