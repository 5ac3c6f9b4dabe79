#include "backend/engine/kv_cache.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <utility>

namespace firstlight::engine {

std::int32_t localKvHeads(const model::AttentionSpec& attention, std::int32_t tensorParallel)
{
    return std::max(1, attention.kvHeadCount / tensorParallel);
}

absl::StatusOr<KvCache> KvCache::create(MemoryPool& pool, const model::ModelSpec& spec, const plan::Layout& layout,
                                        const plan::RankPosition& position, std::int32_t blockCount,
                                        kernels::ElementType type)
{
    KvCache cache;
    cache.m_firstLayer = position.firstLayer;
    for (std::int32_t layer = position.firstLayer; layer < position.endLayer; ++layer) {
        const model::AttentionSpec& attention = spec.layers[static_cast<std::size_t>(layer)].attention;
        kernels::KvCacheView view;
        view.type = type;
        view.blockSize = kKvBlockTokens;
        view.kvHeads = localKvHeads(attention, layout.tensorParallel);
        view.headDimension = attention.headDim;
        const std::int64_t bytes = blockCount * kernels::kvBlockElements(view) * kernels::elementBytes(type);
        FIRSTLIGHT_ASSIGN_OR_RETURN(PoolBuffer keys, pool.allocate(bytes, MemoryClass::kKvCache));
        FIRSTLIGHT_ASSIGN_OR_RETURN(PoolBuffer values, pool.allocate(bytes, MemoryClass::kKvCache));
        view.keys = keys.data();
        view.values = values.data();
        cache.m_layers.push_back(view);
        cache.m_buffers.push_back(std::move(keys));
        cache.m_buffers.push_back(std::move(values));
    }
    return cache;
}

const kernels::KvCacheView& KvCache::layer(std::int32_t layer) const
{
    return m_layers[static_cast<std::size_t>(layer - m_firstLayer)];
}

} // namespace firstlight::engine
