// firstlight-agent: looks after the workers of one node. Its parent gives it the token and keeps its standard input
// open; when that ends, the agent and its workers end.
#include "app/agent/agent_options.h"
#include "app/agent/agent_service.h"
#include "backend/base/exit_codes.h"
#include "backend/base/file.h"
#include "backend/base/log.h"
#include "backend/base/version.h"
#include "backend/launch/child_side.h"
#include "backend/rpc/server.h"

#include <cstdlib>

#include <unistd.h>

using namespace firstlight;

int main(int argc, char** argv)
{
    launch::dieWithParent();
    launch::blockTerminationSignals();
    const base::Logger log("firstlight-agent", base::standardErrorSink());
    const auto failed = [&log](const absl::Status& status, base::ExitCode code) {
        log.error(std::string(status.message()));
        return code;
    };
    const auto options = agent::parseAgentOptions(argc, argv);
    if (!options.ok()) {
        return failed(options.status(), base::kExitUsage);
    }
    const auto secrets = launch::readSecrets();
    if (!secrets.ok()) {
        return failed(secrets.status(), base::kExitOrphaned);
    }
    if (const absl::Status made = base::makePrivateDirectory(options->runtimeDirectory); !made.ok()) {
        return failed(made, base::kExitUnavailable);
    }
    const base::SystemClock clock;
    std::stop_source shutdown;
    agent::AgentService service({options->node, options->runtimeDirectory, secrets->value("token", std::string())},
                                clock, shutdown);
    auto server = rpc::startServer({options->runtimeDirectory + "/agent.sock", ""}, {&service});
    if (!server.ok()) {
        return failed(server.status(), base::kExitUnavailable);
    }
    launch::announceReady({{"address", (*server)->unixAddress()}, {"pid", ::getpid()}, {"version", base::version()}});
    log.info("agent of " + options->node + " serves");
    const auto reason = launch::waitForEnd(shutdown.get_token());
    service.close();
    if (reason == launch::EndReason::kParentGone) {
        std::_Exit(base::kExitOrphaned); // at once; a worker that is just being started dies with us
    }
    (*server)->shutdown(std::chrono::milliseconds(200));
    return base::kExitOk;
}
