// Tensors that quantised checkpoints have beside, or in place of, a weight: packed numbers, scales, zero points.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace firstlight::model {

// How they are named: the end of their name, and that of the weight they belong to.
struct Companion {
    // kValues: packed, the weight itself is not there. kSecondScale: of the whole tensor, beside those of its groups.
    enum class Kind { kOther, kValues, kScale, kSecondScale, kZeroPoints };

    std::string_view end;
    std::string_view ownerEnd;
    Kind kind = Kind::kOther;
};

// All rows; a name may fit several of them, of which the first whose weight exists counts.
std::span<const Companion> companions();

// The first row that the name fits; nullptr: it is not that of a companion.
const Companion* companionOf(std::string_view name);

// The weight that a scale, a packed weight or the like belongs to: "a.weight" for "a.weight_scale"; else the name
// itself.
std::string quantisedName(std::string_view name);

} // namespace firstlight::model
