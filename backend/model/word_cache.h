// What words became that were encoded before. Thread-safe without locks: a word that is in stays as it is, and when its
// places are taken a further one is left out.
#pragma once

#include <absl/container/inlined_vector.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

class WordCache
{
public:
    WordCache();
    ~WordCache();
    WordCache(const WordCache&) = delete;
    WordCache& operator=(const WordCache&) = delete;

    // `hash`: hashText(word). Adds the ids of `word` to `out`; false: they are not known.
    bool find(std::string_view word, std::uint64_t hash, std::vector<std::int32_t>& out) const;

    // Long words are left out.
    void add(std::string_view word, std::uint64_t hash, std::span<const std::int32_t> ids);

private:
    struct Entry {
        std::uint64_t hash = 0;
        std::string word;
        absl::InlinedVector<std::int32_t, 6> ids;
    };
    using Slot = std::atomic<const Entry*>;

    std::unique_ptr<Slot[]> m_slots;
};

} // namespace firstlight::model
