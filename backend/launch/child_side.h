// The child's end of ChildProcess: how our programs live and die with the process that started them.
#pragma once

#include <absl/status/statusor.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <stop_token>
#include <string_view>

namespace firstlight::launch {

// To be called first in main(): from now on the kernel kills this process when the thread that started it ends, and
// this process ends here if that has already happened. SIGPIPE is ignored.
void dieWithParent();

// The line of secrets from standard input. kControllerLost when the parent is gone.
absl::StatusOr<nlohmann::json> readSecrets();

// Blocks until standard input ends, SIGTERM or SIGINT comes, or `stop` is requested. Call blockTerminationSignals()
// before any thread is started.
enum class EndReason { kParentGone, kSignal, kStopped };
EndReason waitForEnd(const std::stop_token& stop);
void blockTerminationSignals();

// Prints "READY {...}" as one line.
void announceReady(const nlohmann::json& details);

} // namespace firstlight::launch
