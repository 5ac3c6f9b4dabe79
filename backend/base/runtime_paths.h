// Where the programs keep their sockets and state, and where they find each other. The environment is read at each
// call; nothing is created.
#pragma once

#include <string>
#include <string_view>

namespace firstlight::base {

// Sockets and what ends with the processes: $FIRSTLIGHT_RUNTIME_DIR, else $XDG_RUNTIME_DIR/firstlight, else
// /tmp/firstlight-<uid>.
std::string runtimeDirectory();

// What outlives them: $FIRSTLIGHT_STATE_DIR, else $XDG_STATE_HOME/firstlight, else ~/.local/state/firstlight.
std::string stateDirectory();

// The folder of the running executable; our programs lie side by side.
std::string programDirectory();
std::string programPath(std::string_view name);

} // namespace firstlight::base
