// What is checked of a family description as a whole, once all its parts are read. Internal to parseDescriptor().
#pragma once

#include "backend/model/family_descriptor.h"

namespace firstlight::model {

// Placeholders, names and kinds of values: throws a Defect at the first mistake. Fills in what the family's expressions
// need of each value (ConfigValue::use).
void checkDescriptor(FamilyDescriptor& family);

} // namespace firstlight::model
