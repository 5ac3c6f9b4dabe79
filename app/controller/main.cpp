// firstlightd: the controller of a cluster.
#include "app/controller/controller_options.h"
#include "app/controller/controller_program.h"
#include "backend/base/exit_codes.h"
#include "backend/launch/child_side.h"

#include <cstdio>
#include <string>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace firstlight;

namespace {

int fail(const absl::Status& status, base::ExitCode code)
{
    base::Logger("firstlightd", base::standardErrorSink()).error(std::string(status.message()));
    return code;
}

// Standard input that never ends: this controller does not depend on who started it.
bool detachInput()
{
    int ends[2];
    return ::pipe2(ends, O_CLOEXEC) == 0 && ::dup2(ends[0], STDIN_FILENO) >= 0;
}

} // namespace

int main(int argc, char** argv)
{
    launch::blockTerminationSignals();
    ::signal(SIGPIPE, SIG_IGN);
    const auto options = controller::parseOptions(argc, argv);
    if (!options.ok()) {
        return fail(options.status(), base::kExitUsage);
    }
    if (options->help) {
        std::fputs(controller::kUsage, stdout);
        return base::kExitOk;
    }
    if (!options->dieWithStdin && !detachInput()) {
        return base::kExitUnavailable;
    }
    const base::SystemClock clock;
    const std::stop_source stop;
    const auto program = controller::ControllerProgram::start(*options, options->commandLine, clock, stop);
    if (!program.ok()) {
        return fail(program.status(), base::kExitUnavailable);
    }
    launch::announceReady((*program)->contact());
    (*program)->logger().info("serving");
    launch::waitForEnd(stop.get_token());
    (*program)->logger().info("ending");
    return base::kExitOk;
}
