// How a process ended, in words.
#pragma once

#include "backend/api/agent.pb.h"

#include <string>

namespace firstlight::diagnose {

enum class Expectation { kAsked, kUnasked }; // whether somebody had asked the process to end

// "killed by signal 9 (SIGKILL)", "exit code 3: <its last error line>", "exit code 0, although nobody asked it to end".
// An end by SIGKILL is called out of memory only with evidence (RankExited::out_of_memory). The last error line
// explains an end that nobody asked for.
std::string describeExit(const v1::RankExited& exited, Expectation expectation = Expectation::kUnasked);

} // namespace firstlight::diagnose
