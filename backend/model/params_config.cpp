#include "backend/model/params_config.h"

#include <nlohmann/json.hpp>

namespace firstlight::model {
namespace {

using nlohmann::json;

json member(const json& object, const char* name)
{
    return object.value(name, json());
}

// Of the generations before compressed-tensors.
json quantisationOf(const json& settings)
{
    const json format = member(settings, "qformat_weight");
    const bool isFp8 = format.is_string() && format.get_ref<const std::string&>().starts_with("fp8");
    return isFp8 ? json{{"quant_method", "fp8"}} : settings;
}

} // namespace

bool isParams(const json& content)
{
    return !content.contains("model_type") && content.contains("dim") && content.contains("n_layers") &&
           content.contains("n_heads");
}

void completeParams(json& content)
{
    content["model_type"] = "params:mistral";
    if (const json yarn = member(content, "yarn"); yarn.is_object()) {
        content["rope_scaling"] = {
            {"rope_type", "yarn"},
            {"factor", member(yarn, "factor")},
            {"beta_fast", member(yarn, "beta")},
            {"beta_slow", member(yarn, "alpha")},
            {"original_max_position_embeddings", member(yarn, "original_max_position_embeddings")}};
    }
    if (const json settings = member(content, "quantization"); settings.is_object()) {
        content["quantization_config"] = quantisationOf(settings);
    }
}

} // namespace firstlight::model
