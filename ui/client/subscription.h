// Interest in a stream, for as long as the handle lives.
#pragma once

#include <functional>
#include <utility>

namespace firstlight::ui {

class Subscription
{
public:
    Subscription() = default;
    explicit Subscription(std::function<void()> unsubscribe) : m_unsubscribe(std::move(unsubscribe)) {}
    ~Subscription() { reset(); }

    Subscription(Subscription&& other) noexcept : m_unsubscribe(std::exchange(other.m_unsubscribe, nullptr)) {}
    Subscription& operator=(Subscription&& other) noexcept
    {
        std::swap(m_unsubscribe, other.m_unsubscribe);
        return *this;
    }

    void reset()
    {
        if (auto unsubscribe = std::exchange(m_unsubscribe, nullptr)) {
            unsubscribe();
        }
    }
    [[nodiscard]] bool isActive() const { return m_unsubscribe != nullptr; }

private:
    std::function<void()> m_unsubscribe;
};

} // namespace firstlight::ui
