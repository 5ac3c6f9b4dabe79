// What a child of ours may do, well and badly; the first argument chooses.
#include "backend/base/log.h"
#include "backend/launch/child_side.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <unistd.h>

using namespace firstlight;

namespace {

int serve(const base::Logger& log)
{
    launch::announceReady({{"address", "unix:/somewhere.sock"}, {"pid", ::getpid()}});
    log.info("serving");
    const auto reason = launch::waitForEnd({});
    log.info(reason == launch::EndReason::kSignal ? "ended by signal" : "ended by parent");
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    launch::dieWithParent();
    const std::string mode = argc > 1 ? argv[1] : "";
    const base::Logger log("child", base::standardErrorSink());
    if (mode == "stubborn") {
        std::signal(SIGTERM, SIG_IGN);
    } else {
        launch::blockTerminationSignals();
    }
    const auto secrets = launch::readSecrets();
    if (!secrets.ok()) {
        return 9;
    }
    if (mode == "refuse") {
        log.error("the disk is on fire");
        log.info("bye");
        return 3;
    }
    if (mode == "plain") {
        std::fprintf(stderr, "terminate called\n");
        std::abort();
    }
    if (mode == "mute" || mode == "stubborn") {
        if (mode == "stubborn") {
            launch::announceReady({});
        }
        for (;;) {
            ::pause();
        }
    }
    if (mode == "chatty") {
        for (int line = 0; line < 20'000; ++line) {
            log.info("line " + std::to_string(line));
        }
    }
    if (mode == "echo") {
        std::printf("the secret is %s\n", secrets->value("token", std::string()).c_str());
    }
    if (mode == "long") {
        std::fprintf(stderr, "%s\n", std::string(100'000, 'x').c_str());
    }
    if (mode == "zero") {
        launch::announceReady({});
        return 0;
    }
    if (mode == "unterminated") {
        launch::announceReady({});
        std::fprintf(stderr, "last words");
        return 4;
    }
    return serve(log);
}
