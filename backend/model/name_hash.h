// A hash for the long, much alike names of tensors.
#pragma once

#include <xxhash.h>

#include <cstddef>
#include <string_view>

namespace firstlight::model {

struct NameHash {
    using is_transparent = void; // any kind of text can be looked up

    std::size_t operator()(std::string_view name) const { return XXH3_64bits(name.data(), name.size()); }
};

} // namespace firstlight::model
