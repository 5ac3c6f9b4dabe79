// Where the files that ship with Firstlight are (families/, encoders/, demo/, samples/, ...), and those that users add.
#pragma once

#include <string>

namespace firstlight::base {

// $FIRSTLIGHT_RESOURCE_DIR, else share/firstlight beside the folder of the programs, else the source tree's resources.
std::string resourceDirectory();

// $XDG_CONFIG_HOME/firstlight, else ~/.config/firstlight.
std::string userConfigDirectory();

} // namespace firstlight::base
