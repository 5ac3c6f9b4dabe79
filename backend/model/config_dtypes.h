// Dtypes as config.json names them, and as the formats of weights do.
#pragma once

#include <array>
#include <string_view>

namespace firstlight::model {

struct DTypeName {
    std::string_view configName;
    std::string_view name;
};
inline constexpr std::array<DTypeName, 3> kConfigDTypes{{{"bfloat16", "BF16"}, {"float16", "F16"}, {"float32", "F32"}}};

} // namespace firstlight::model
