// Characters that the reference's regular expressions know and the tables of an installed Oniguruma may not: those that
// came with Unicode 15 and 16. Each is told by an older character of its kind.
#pragma once

#include "backend/model/code_point_set.h"

namespace firstlight::model {

// `ranges`, a property as older tables have it, as it is with the younger characters.
CodePointRanges withYoungerCharacters(const CodePointRanges& ranges);

CodePointRanges youngerCharacters();

} // namespace firstlight::model
