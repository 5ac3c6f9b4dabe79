// What is checked of a family description as a whole, once all its parts are read. Internal to parseDescriptor().
#pragma once

#include "backend/model/family_descriptor.h"

namespace firstlight::model {

// Placeholders, names and kinds of values: throws a Defect at the first mistake. Fills in what the family's expressions
// need of each value (ConfigValue::use).
void checkDescriptor(FamilyDescriptor& family);

// kDescriptorInvalid for a value that is read, used for nothing and not shown: it was meant for something. For
// descriptions that no test has seen; the installed ones keep some.
absl::Status checkValuesUsed(const FamilyDescriptor& family);

} // namespace firstlight::model
