// params.json, which Mistral and Meta write in place of config.json: other names for the same settings.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace firstlight::model {

// Whether an object is such a file, whatever it is called.
bool isParams(const nlohmann::json& content);

// Adds what readers of config.json look for: model_type ("params:mistral", or "params:" and what makes it another kind
// of model), rope_scaling, quantization_config.
void completeParams(nlohmann::json& content);

} // namespace firstlight::model
