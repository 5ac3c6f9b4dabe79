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

// Of all layers whose cache grows with the text: those that see a window only are left out.
std::int64_t cacheElementsPerToken(const ModelSpec& spec);
std::int64_t stateBytesPerSequence(const ModelSpec& spec);

} // namespace firstlight::model
