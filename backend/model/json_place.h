// Where in a JSON text a value stands, for messages about files that people write by hand.
#pragma once

#include <string_view>

namespace firstlight::model {

// The line, from 1, of the value that a JSON pointer ("/tensors/3/shape") names in a text that is valid JSON; where
// there is no such value, of the nearest one around it. `pointer` is not escaped: a key with "/" is not found.
int lineOf(std::string_view text, std::string_view pointer);

} // namespace firstlight::model
