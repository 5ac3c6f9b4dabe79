// Where the files that ship with Firstlight are: families/, rules/, demo/, samples/, ...
#pragma once

#include <string>

namespace firstlight::base {

// $FIRSTLIGHT_RESOURCE_DIR, else share/firstlight beside the folder of the programs, else the source tree's resources.
std::string resourceDirectory();

} // namespace firstlight::base
