// Which blocks of the paged KV cache are free. The leader alone decides; block tables travel in the step plan.
#pragma once

#include <cstdint>
#include <vector>

namespace firstlight::engine {

inline constexpr std::int32_t kKvBlockTokens = 16;

constexpr std::int32_t kvBlocksFor(std::int64_t tokens)
{
    return static_cast<std::int32_t>((tokens + kKvBlockTokens - 1) / kKvBlockTokens);
}

class KvBlockAllocator
{
public:
    explicit KvBlockAllocator(std::int32_t blockCount);

    std::int32_t blockCount() const { return m_blockCount; }
    std::int32_t freeCount() const { return static_cast<std::int32_t>(m_free.size()); }

    // Appends `count` blocks to `table`; false and unchanged when there are not enough.
    bool allocate(std::int32_t count, std::vector<std::int32_t>& table);
    void release(std::vector<std::int32_t>& table); // gives all of them back and empties it

private:
    std::int32_t m_blockCount;
    std::vector<std::int32_t> m_free; // used from the back
};

} // namespace firstlight::engine
