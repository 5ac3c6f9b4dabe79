// The controller as a process of this machine: for when it does not answer.
#pragma once

#include <absl/status/status.h>

#include <chrono>
#include <string>

namespace firstlight::ctl {

enum class ProcessState { kGone, kRuns, kStopped };

// kGone also when the number belongs to another program by now.
ProcessState controllerState(int pid);

// Why a controller that should be there does not answer, and what to do.
absl::Status notAnswering(int pid);

// Ends it at once; agents and workers end with it. Returns when it is gone. kNoController: it was gone; kNoAnswer: it
// did not end in time.
absl::Status killController(int pid, const std::string& runtimeDirectory, std::chrono::milliseconds timeout);

} // namespace firstlight::ctl
