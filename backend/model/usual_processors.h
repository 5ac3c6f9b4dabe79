// Which picture processor belongs to a model whose files name none.
#pragma once

#include <string>

namespace firstlight::model {

// The `image_processor_type` that the reference takes for a `model_type`; empty: it knows none.
std::string usualProcessor(const std::string& modelType);

} // namespace firstlight::model
