// The paged key-value cache of the layers that a rank holds, on its pool.
#pragma once

#include "backend/engine/kv_blocks.h"
#include "backend/engine/memory_pool.h"
#include "backend/model/model_spec.h"
#include "backend/plan/placement.h"
#include "kernels/ops/attention.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <vector>

namespace firstlight::engine {

// Key-value heads that a rank of a group of `tensorParallel` holds: at least one, shared by ranks when there are fewer.
std::int32_t localKvHeads(const model::AttentionSpec& attention, std::int32_t tensorParallel);

class KvCache
{
public:
    static absl::StatusOr<KvCache> create(MemoryPool& pool, const model::ModelSpec& spec, const plan::Layout& layout,
                                          const plan::RankPosition& position, std::int32_t blockCount,
                                          kernels::ElementType type);

    const kernels::KvCacheView& layer(std::int32_t layer) const; // text layer of the model, one of this rank's

private:
    std::int32_t m_firstLayer = 0;
    std::vector<kernels::KvCacheView> m_layers;
    std::vector<PoolBuffer> m_buffers;
};

} // namespace firstlight::engine
