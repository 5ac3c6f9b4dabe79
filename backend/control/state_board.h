// The present state of things that change: each reader gets the latest version of every thing it has not seen yet,
// however fast they change. Thread-safe.
#pragma once

#include "backend/control/change_notifier.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace firstlight::control {

template <typename State>
class StateBoard
{
public:
    void publish(const std::string& key, State state)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_entries[key] = {++m_version, std::make_shared<const State>(std::move(state))};
        }
        m_changes.notify();
    }

    // The least recently changed state that changed after `version`, which moves there; null: none.
    std::shared_ptr<const State> after(std::int64_t& version) const
    {
        const std::lock_guard lock(m_mutex);
        const Entry* oldest = nullptr;
        for (const auto& [key, entry] : m_entries) {
            if (entry.version > version && (oldest == nullptr || entry.version < oldest->version)) {
                oldest = &entry;
            }
        }
        if (oldest == nullptr) {
            return nullptr;
        }
        version = oldest->version;
        return oldest->state;
    }

    std::shared_ptr<const State> get(const std::string& key) const
    {
        const std::lock_guard lock(m_mutex);
        const auto entry = m_entries.find(key);
        return entry == m_entries.end() ? nullptr : entry->second.state;
    }

    void remove(const std::string& key)
    {
        const std::lock_guard lock(m_mutex);
        m_entries.erase(key);
    }

    ChangeNotifier& changes() { return m_changes; }

private:
    struct Entry {
        std::int64_t version = 0;
        std::shared_ptr<const State> state;
    };

    ChangeNotifier m_changes;
    mutable std::mutex m_mutex;
    std::int64_t m_version = 0;
    std::map<std::string, Entry> m_entries;
};

} // namespace firstlight::control
