#include "backend/model/companion_tensors.h"

#include <algorithm>
#include <array>

namespace firstlight::model {
namespace {

constexpr auto kValues = Companion::Kind::kValues;
constexpr auto kScale = Companion::Kind::kScale;
constexpr auto kSecondScale = Companion::Kind::kSecondScale;
constexpr auto kZeroPoints = Companion::Kind::kZeroPoints;

constexpr std::array<Companion, 39> kCompanions{{
    {".weight_packed", ".weight", kValues},
    {".weight_scale", ".weight", kScale},
    {".weight_scale_inv", ".weight", kScale},
    {".weight_scale_2", ".weight", kSecondScale},
    {".weight_shape", ".weight"},
    {".weight_zero_point", ".weight", kZeroPoints},
    {".weight_g_idx", ".weight"},
    {".weight_global_scale", ".weight", kSecondScale},
    {".input_scale", ".weight"},
    {".input_global_scale", ".weight"},
    {".qweight", ".weight", kValues},
    {".qzeros", ".weight", kZeroPoints},
    {".scales", ".weight", kScale},
    {".biases", ".weight", kZeroPoints}, // of MLX
    {".g_idx", ".weight"},
    {".scale", ".weight", kScale},
    {".k_scale", ".weight"},
    {".v_scale", ".weight"},
    {"_blocks", "", kValues}, // of stacked experts
    {"_scales", "", kScale},
    {"_scale_inv", "", kScale},
    {"_weight_scale", "", kScale},
    {"_weight_scale_2", "", kSecondScale},
    {"_input_scale", ""},
    {"_scale", "", kScale},
    {".pre_quant_scale", ".weight"},
    {".output_scale", ".weight"},
    // Of keys and values in the cache, beside the projections.
    {".k_scale", ".k_proj.weight"},
    {".v_scale", ".v_proj.weight"},
    {".q_scale", ".q_proj.weight"},
    {".kv_scale", ".k_proj.weight"},
    // Of bitsandbytes.
    {".weight.absmax", ".weight", kScale},
    {".weight.quant_map", ".weight"},
    {".weight.nested_absmax", ".weight"},
    {".weight.nested_quant_map", ".weight"},
    {".weight.quant_state.bitsandbytes__nf4", ".weight"},
    {".weight.quant_state.bitsandbytes__fp4", ".weight"},
    {".SCB", ".weight", kScale},
    {".weight_format", ".weight"},
}};

} // namespace

std::span<const Companion> companions()
{
    return kCompanions;
}

const Companion* companionOf(std::string_view name)
{
    const auto* match = std::find_if(kCompanions.begin(), kCompanions.end(),
                                     [&](const Companion& companion) { return name.ends_with(companion.end); });
    return match == kCompanions.end() ? nullptr : match;
}

std::string quantisedName(std::string_view name)
{
    const Companion* companion = companionOf(name);
    if (companion == nullptr) {
        return std::string(name);
    }
    name.remove_suffix(companion->end.size());
    return std::string(name) + std::string(companion->ownerEnd);
}

} // namespace firstlight::model
