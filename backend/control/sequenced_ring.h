// The newest messages of a stream, numbered from 1, for readers who each keep their own place. Not thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

namespace firstlight::control {

template <typename Message>
class SequencedRing
{
public:
    // Keeps at most `maxCount` messages of together `maxBytes` (sizes as given to push), and always the newest.
    SequencedRing(std::size_t maxCount, std::size_t maxBytes) : m_maxCount(maxCount), m_maxBytes(maxBytes) {}

    std::int64_t nextSequence() const { return m_nextSequence; }

    void push(Message message, std::size_t bytes)
    {
        m_entries.push_back({std::make_shared<const Message>(std::move(message)), bytes});
        m_bytes += bytes;
        ++m_nextSequence;
        while (m_entries.size() > 1 && (m_entries.size() > m_maxCount || m_bytes > m_maxBytes)) {
            m_bytes -= m_entries.front().bytes;
            m_entries.pop_front();
        }
    }

    std::int64_t firstSequence() const { return m_nextSequence - static_cast<std::int64_t>(m_entries.size()); }

    // The message with this number; null when it is not there yet or no longer.
    std::shared_ptr<const Message> at(std::int64_t sequence) const
    {
        const std::int64_t index = sequence - firstSequence();
        const bool inside = index >= 0 && index < static_cast<std::int64_t>(m_entries.size());
        return inside ? m_entries[static_cast<std::size_t>(index)].message : nullptr;
    }

private:
    struct Entry {
        std::shared_ptr<const Message> message;
        std::size_t bytes;
    };

    std::size_t m_maxCount;
    std::size_t m_maxBytes;
    std::size_t m_bytes = 0;
    std::int64_t m_nextSequence = 1;
    std::deque<Entry> m_entries;
};

} // namespace firstlight::control
