// Answers to requests: a value or a Failure, delivered in the GUI thread and only while its guard lives.
#pragma once

#include "ui/client/common_values.h"

#include <QPointer>

#include <functional>
#include <utility>
#include <variant>

namespace firstlight::ui {

struct Done {
    bool operator==(const Done&) const = default;
};

template <class T>
class Result
{
public:
    Result(T value) : m_content(std::move(value)) {}           // NOLINT(google-explicit-constructor)
    Result(Failure failure) : m_content(std::move(failure)) {} // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool ok() const { return std::holds_alternative<T>(m_content); }
    [[nodiscard]] const T& value() const { return std::get<T>(m_content); }
    [[nodiscard]] const Failure& failure() const { return std::get<Failure>(m_content); }

private:
    std::variant<T, Failure> m_content;
};

// A callback and the object it speaks to. When that object is gone, so is the answer.
template <class T>
class Reply
{
public:
    using Callback = std::function<void(const Result<T>&)>;

    Reply(QObject* guard, Callback callback) : m_guard(guard), m_callback(std::move(callback)) {}

    void operator()(const Result<T>& result) const
    {
        if (m_guard) {
            m_callback(result);
        }
    }

private:
    QPointer<QObject> m_guard;
    Callback m_callback;
};

} // namespace firstlight::ui
