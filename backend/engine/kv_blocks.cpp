#include "backend/engine/kv_blocks.h"

#include <algorithm>

namespace firstlight::engine {

KvBlockAllocator::KvBlockAllocator(std::int32_t blockCount) : m_blockCount(blockCount)
{
    m_free.reserve(static_cast<std::size_t>(blockCount));
    for (std::int32_t block = blockCount - 1; block >= 0; --block) {
        m_free.push_back(block);
    }
}

bool KvBlockAllocator::allocate(std::int32_t count, std::vector<std::int32_t>& table)
{
    if (count > freeCount()) {
        return false;
    }
    table.insert(table.end(), m_free.rbegin(), m_free.rbegin() + count);
    m_free.resize(m_free.size() - static_cast<std::size_t>(count));
    return true;
}

void KvBlockAllocator::release(std::vector<std::int32_t>& table)
{
    m_free.insert(m_free.end(), table.rbegin(), table.rend());
    table.clear();
}

} // namespace firstlight::engine
