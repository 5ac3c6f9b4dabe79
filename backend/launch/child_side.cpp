#include "backend/launch/child_side.h"

#include "backend/base/exit_codes.h"
#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/base/json.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace firstlight::launch {
namespace {

constexpr std::size_t kMaxSecretBytes = 64 << 10;

sigset_t terminationSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return signals;
}

// Reads and drops what the parent says; true at the end of the stream.
bool inputEnded()
{
    char buffer[256];
    const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
    return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

} // namespace

void dieWithParent()
{
    ::signal(SIGPIPE, SIG_IGN);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    pollfd input{STDIN_FILENO, 0, 0};
    // A parent that ended before the line above sends no signal any more, but has closed its end of the pipe.
    if (::poll(&input, 1, 0) > 0 && (input.revents & POLLHUP) != 0) {
        ::_exit(base::kExitOrphaned);
    }
}

absl::StatusOr<nlohmann::json> readSecrets()
{
    // Byte by byte: what follows the line stays in the pipe.
    std::string line;
    char character = 0;
    while (line.size() < kMaxSecretBytes) {
        const ssize_t count = ::read(STDIN_FILENO, &character, 1);
        if (count == 1 && character == '\n') {
            return base::parseJson(line, "the line of secrets");
        }
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return base::failure(reasons::kControllerLost, absl::StatusCode::kUnavailable,
                                 {{"how", "standard input ended before the secrets came"}});
        }
        if (count == 1) {
            line += character;
        }
    }
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                         {{"detail", "the line of secrets is too long"}});
}

void blockTerminationSignals()
{
    const sigset_t signals = terminationSignals();
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

EndReason waitForEnd(const std::stop_token& stop)
{
    const sigset_t signals = terminationSignals();
    const base::FileDescriptor signalled(::signalfd(-1, &signals, SFD_CLOEXEC));
    const base::FileDescriptor stopped(::eventfd(0, EFD_CLOEXEC));
    const std::stop_callback onStop(stop, [&stopped] {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(stopped.get(), &one, sizeof one);
    });
    std::array<pollfd, 3> polls{{{STDIN_FILENO, POLLIN, 0}, {signalled.get(), POLLIN, 0}, {stopped.get(), POLLIN, 0}}};
    for (;;) {
        ::poll(polls.data(), polls.size(), -1);
        if (polls[2].revents != 0) {
            return EndReason::kStopped;
        }
        if (polls[1].revents != 0) {
            return EndReason::kSignal;
        }
        if (polls[0].revents != 0 && inputEnded()) {
            return EndReason::kParentGone;
        }
    }
}

void announceReady(const nlohmann::json& details)
{
    std::printf("READY %s\n", details.dump().c_str());
    std::fflush(stdout);
}

} // namespace firstlight::launch
