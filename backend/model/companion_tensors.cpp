#include "backend/model/companion_tensors.h"

#include <algorithm>
#include <array>

namespace firstlight::model {
namespace {

constexpr auto kValues = Companion::Kind::kValues;
constexpr auto kScale = Companion::Kind::kScale;

constexpr std::array<Companion, 20> kCompanions{{
    {".weight_packed", ".weight", kValues},
    {".weight_scale", ".weight", kScale},
    {".weight_scale_inv", ".weight", kScale},
    {".weight_scale_2", ".weight"},
    {".weight_shape", ".weight"},
    {".weight_zero_point", ".weight"},
    {".weight_g_idx", ".weight"},
    {".weight_global_scale", ".weight"},
    {".input_scale", ".weight"},
    {".input_global_scale", ".weight"},
    {".qweight", ".weight", kValues},
    {".qzeros", ".weight"},
    {".scales", ".weight", kScale},
    {".g_idx", ".weight"},
    {".scale", ".weight", kScale},
    {".k_scale", ".weight"},
    {".v_scale", ".weight"},
    {"_blocks", "", kValues}, // of stacked experts
    {"_scales", "", kScale},
    {"_scale_inv", "", kScale},
}};

} // namespace

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
