// The command line of firstlightd.
#pragma once

#include <absl/status/statusor.h>

#include <chrono>
#include <string>

namespace firstlight::controller {

struct ControllerOptions {
    std::string runtimeDirectory;
    std::string stateDirectory;
    int nodeCount = 2;         // agents on this machine, 1 to 64
    std::string commandLine;   // as it was given, for reports
    std::string listenAddress; // loopback TCP besides the Unix socket; empty: none
    bool dieWithStdin = false;
    bool discardState = false;
    bool startedByCtl = false; // "down" ends it
    bool help = false;
    std::chrono::milliseconds stuckAfter{20'000}; // silence of a rank; also $FIRSTLIGHT_STUCK_SECONDS
};

// kRequestInvalid saying what is wrong with it. Reads the environment for what is not given.
absl::StatusOr<ControllerOptions> parseOptions(int argc, const char* const* argv);

extern const char kUsage[];

} // namespace firstlight::controller
