// How a process ended, in words.
#pragma once

#include "backend/api/agent.pb.h"

#include <string>

namespace firstlight::diagnose {

// "killed by signal 9 (SIGKILL)", "exit code 3: <its last error line>", "exit code 0, although nobody asked it to end".
// An end by SIGKILL is called out of memory only with evidence (RankExited::out_of_memory).
std::string describeExit(const v1::RankExited& exited);

} // namespace firstlight::diagnose
