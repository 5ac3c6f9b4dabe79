// Character classes as the reference tokenizer library has them: several of its parts carry tables of an older Unicode
// version, so that characters which came later belong to no class there. Thread-safe.
#pragma once

#include "backend/model/code_point_set.h"

#include <string>

namespace firstlight::model {

CodePointRanges referencePunctuation();     // categories P, and the ASCII symbols
CodePointRanges referenceNonSpacingMarks(); // category Mn
CodePointRanges referenceCombiningMarks();  // category M
CodePointRanges referenceOtherCharacters(); // categories C: control, format, private use
CodePointRanges referenceNumbers();         // categories N
CodePointRanges knownInUnicode9();          // what the normal forms and scripts know

void appendLowercase(char32_t code, std::string& out);

} // namespace firstlight::model
