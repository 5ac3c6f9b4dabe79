// How large a model is, by its shapes alone.
#pragma once

#include "backend/model/model_spec.h"

#include <cstdint>

namespace firstlight::model {

std::int64_t parameterCount(const ExpectedTensor& tensor);

struct ParameterCounts {
    std::int64_t total = 0;
    std::int64_t active = 0; // used for one token: all but the experts that it is not sent to
};
ParameterCounts parameterCounts(const ModelSpec& spec); // optional tensors are left out

inline constexpr std::int64_t kUsualCacheBytes = 2; // of one cached number, as such figures are usually published

// Of all layers whose cache grows with the text: those that see a window only are left out.
std::int64_t cacheElementsPerToken(const ModelSpec& spec);
std::int64_t stateBytesPerSequence(const ModelSpec& spec);
// What one sequence takes at most besides the cache that grows: full windows, and recurrent states. At kUsualCacheBytes
// for a cached number; the largest number where it would be beyond 64 bits.
std::int64_t boundedCacheBytes(const ModelSpec& spec);

} // namespace firstlight::model
