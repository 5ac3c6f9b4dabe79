#include "backend/model/word_cache.h"

namespace firstlight::model {

namespace {

constexpr std::size_t kSlots = 1 << 15;
constexpr std::size_t kProbes = 4;
constexpr std::size_t kLongestWord = 64;

std::size_t slotOf(std::uint64_t hash, std::size_t probe)
{
    return (hash + probe) & (kSlots - 1);
}

} // namespace

WordCache::WordCache() : m_slots(std::make_unique<Slot[]>(kSlots)) {}

WordCache::~WordCache()
{
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
        delete m_slots[slot].load();
    }
}

bool WordCache::find(std::string_view word, std::uint64_t hash, std::vector<std::int32_t>& out) const
{
    for (std::size_t probe = 0; probe < kProbes; ++probe) {
        const Entry* entry = m_slots[slotOf(hash, probe)].load(std::memory_order_acquire);
        if (entry == nullptr) {
            return false;
        }
        if (entry->hash == hash && entry->word == word) {
            out.insert(out.end(), entry->ids.begin(), entry->ids.end());
            return true;
        }
    }
    return false;
}

void WordCache::add(std::string_view word, std::uint64_t hash, std::span<const std::int32_t> ids)
{
    if (word.size() > kLongestWord) {
        return;
    }
    for (std::size_t probe = 0; probe < kProbes; ++probe) {
        Slot& slot = m_slots[slotOf(hash, probe)];
        if (slot.load(std::memory_order_relaxed) != nullptr) {
            continue;
        }
        auto entry = std::make_unique<Entry>(Entry{hash, std::string(word), {ids.begin(), ids.end()}});
        const Entry* free = nullptr;
        if (slot.compare_exchange_strong(free, entry.get(), std::memory_order_release)) {
            entry.release();
            return;
        }
    }
}

} // namespace firstlight::model
