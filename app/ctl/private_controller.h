// A controller that "up" starts: in a session of its own, so that it outlives the command and its terminal.
#pragma once

#include <absl/status/statusor.h>

#include <chrono>
#include <string>

namespace firstlight::ctl {

struct PrivateControllerOptions {
    std::string runtimeDirectory;
    int nodes = 0;             // 0: the controller's default
    std::string listenAddress; // empty: none
    std::chrono::milliseconds timeout{20'000};
};

// Returns once it serves; otherwise its own words why not. Its words go to <runtime dir>/firstlightd.log.
absl::Status startPrivateController(const PrivateControllerOptions& options);

} // namespace firstlight::ctl
