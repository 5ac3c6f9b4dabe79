// Remembers what mutating requests were answered, so that one that is sent again changes nothing. Not thread-safe.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>

namespace firstlight::control {

template <typename Answer>
class IdempotencyTable
{
public:
    explicit IdempotencyTable(std::size_t capacity = 1000) : m_capacity(capacity) {}

    // The answer to this id's first request; an empty id is never known.
    std::optional<Answer> find(const std::string& id) const
    {
        for (const auto& [known, answer] : m_entries) {
            if (!id.empty() && known == id) {
                return answer;
            }
        }
        return std::nullopt;
    }

    void remember(const std::string& id, Answer answer)
    {
        m_entries.emplace_back(id, std::move(answer));
        if (m_entries.size() > m_capacity) {
            m_entries.pop_front();
        }
    }

private:
    std::size_t m_capacity;
    std::deque<std::pair<std::string, Answer>> m_entries;
};

} // namespace firstlight::control
