// Names of tensors with their numbers taken out, so that half a million names become a few dozen kinds.
#pragma once

#include <string>
#include <string_view>

namespace firstlight::model {

// "model.layers.17.mlp.experts.3.up_proj.weight" -> "model.layers.*.mlp.experts.*.up_proj.weight"
std::string nameTemplate(std::string_view name);

// The first number in the name, -1: none; a number that is too large counts as none.
int firstNumber(std::string_view name);

} // namespace firstlight::model
