// firstlight-worker: one rank. Its parent gives it the token and keeps its standard input open; when that ends, the
// worker ends.
#include "app/worker/worker_options.h"
#include "app/worker/worker_service.h"
#include "backend/base/exit_codes.h"
#include "backend/launch/child_side.h"
#include "backend/rpc/server.h"

#include <cstdlib>

#include <unistd.h>

using namespace firstlight;

namespace {

// Ranks spin while they wait for each other; whoever a person looks at comes first.
constexpr int kNiceness = 5;
constexpr std::chrono::milliseconds kStopTimeout{1500};

} // namespace

int main(int argc, char** argv)
{
    launch::dieWithParent();
    launch::blockTerminationSignals();
    [[maybe_unused]] const int niceness = ::nice(kNiceness);
    const base::Logger log("firstlight-worker", base::standardErrorSink());
    const auto failed = [&log](const absl::Status& status, base::ExitCode code) {
        log.error(std::string(status.message()));
        return code;
    };
    const auto options = worker::parseWorkerOptions(argc, argv);
    if (!options.ok()) {
        return failed(options.status(), base::kExitUsage);
    }
    const auto secrets = launch::readSecrets();
    if (!secrets.ok()) {
        return failed(secrets.status(), base::kExitOrphaned);
    }
    const base::SystemClock clock;
    worker::Worker rank(options->rank, clock, log, engine::Engine::create);
    worker::WorkerService service(rank, secrets->value("token", std::string()), secrets->value("node", std::string()));
    auto server = rpc::startServer({options->runtimeDirectory + "/worker.sock", ""}, {&service});
    if (!server.ok()) {
        return failed(server.status(), base::kExitUnavailable);
    }
    launch::announceReady({{"address", (*server)->unixAddress()}, {"pid", ::getpid()}});
    const auto reason = launch::waitForEnd({});
    if (reason == launch::EndReason::kParentGone) {
        std::_Exit(base::kExitOrphaned);
    }
    const bool stopped = rank.stopServing(kStopTimeout);
    service.close();
    std::_Exit(stopped ? base::kExitOk : base::kExitFailed); // the kernel frees gigabytes faster than we would
}
