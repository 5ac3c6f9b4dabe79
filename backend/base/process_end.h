// How a process ended, in words.
#pragma once

#include <string>

namespace firstlight::base {

// "exit code 3", "killed by signal 9 (SIGKILL)". `code`: the exit code, or the signal's number.
std::string describeProcessEnd(bool signaled, int code);

} // namespace firstlight::base
