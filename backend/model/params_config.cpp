#include "backend/model/params_config.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>

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

// Settings that make it another model than the plain transformer: no family may take such a file for one.
constexpr std::array<const char*, 8> kOtherStructures{"multimodal", "moe_args", "vision_args", "vision_chunk_size",
                                                      "n_groups",   "ssm_cfg",  "d_state",     "audio_args"};

// The types of these files are their own: "mamba" is not what a config.json calls so.
std::string typeOf(const json& content)
{
    const json type = member(content, "model_type");
    if (type.is_string() && type != "transformer") {
        return "params:" + type.get<std::string>();
    }
    const auto* other =
        std::ranges::find_if(kOtherStructures, [&](const char* key) { return !member(content, key).is_null(); });
    return other == kOtherStructures.end() ? "params:mistral" : std::string("params:") + *other;
}

} // namespace

bool isParams(const json& content)
{
    return content.contains("dim") && content.contains("n_layers") && !content.contains("architectures");
}

void completeParams(json& content)
{
    content["model_type"] = typeOf(content);
    if (const json size = member(content, "vocab_size"); size.is_number() && size <= 0) {
        content.erase("vocab_size"); // Meta's way to say that the tokenizer knows
    }
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
