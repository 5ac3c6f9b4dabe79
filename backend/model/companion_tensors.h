// Tensors that quantised checkpoints have beside, or in place of, a weight: packed numbers, scales, zero points.
#pragma once

#include <string>
#include <string_view>

namespace firstlight::model {

// How they are named: the end of their name, and that of the weight they belong to.
struct Companion {
    enum class Kind { kOther, kValues, kScale }; // kValues: packed, the weight itself is not there

    std::string_view end;
    std::string_view ownerEnd;
    Kind kind = Kind::kOther;
};

// nullptr: the name is not that of a companion. The row lives as long as the program.
const Companion* companionOf(std::string_view name);

// The weight that a scale, a packed weight or the like belongs to: "a.weight" for "a.weight_scale"; else the name
// itself.
std::string quantisedName(std::string_view name);

} // namespace firstlight::model
