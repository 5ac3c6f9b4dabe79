#include "app/ctl/controller_process.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/telemetry/proc_files.h"

#include <csignal>
#include <filesystem>
#include <system_error>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace firstlight::ctl {
namespace {

// The letter behind the name in /proc/PID/stat; 0: there is no such process.
char stateLetter(int pid)
{
    const std::string stat = telemetry::readKernelFile("/proc/" + std::to_string(pid) + "/stat");
    const std::size_t name = stat.rfind(") ");
    return name == std::string::npos || name + 2 >= stat.size() ? '\0' : stat[name + 2];
}

bool isController(int pid)
{
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe", error);
    return program.filename().string().starts_with("firstlightd"); // " (deleted)" after an update
}

} // namespace

ProcessState controllerState(int pid)
{
    const char letter = pid > 0 && isController(pid) ? stateLetter(pid) : '\0';
    if (letter == '\0' || letter == 'Z' || letter == 'X') {
        return ProcessState::kGone;
    }
    return letter == 'T' || letter == 't' ? ProcessState::kStopped : ProcessState::kRuns;
}

absl::Status notAnswering(int pid)
{
    const std::string number = std::to_string(pid);
    switch (controllerState(pid)) {
    case ProcessState::kGone:
        return base::failure(reasons::kControllerLost, absl::StatusCode::kUnavailable,
                             {{"how", "process " + number + " has ended"}});
    case ProcessState::kStopped:
        return base::failure(reasons::kNoAnswer, absl::StatusCode::kDeadlineExceeded,
                             {{"how", "process " + number + " is stopped; \"kill -CONT " + number +
                                          "\" lets it go on, \"firstlightctl down --force\" ends it"}});
    case ProcessState::kRuns:
        break;
    }
    return base::failure(
        reasons::kNoAnswer, absl::StatusCode::kDeadlineExceeded,
        {{"how", "process " + number + " runs but is silent; \"firstlightctl down --force\" ends it"}});
}

absl::Status killController(int pid, const std::string& runtimeDirectory, std::chrono::milliseconds timeout)
{
    const base::FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!process || controllerState(pid) == ProcessState::kGone) {
        return base::failure(reasons::kNoController, absl::StatusCode::kUnavailable, {{"path", runtimeDirectory}});
    }
    ::syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
    pollfd poll{process.get(), POLLIN, 0};
    if (::poll(&poll, 1, static_cast<int>(timeout.count())) == 0) {
        return base::failure(reasons::kNoAnswer, absl::StatusCode::kDeadlineExceeded, {{"how", "it is still ending"}});
    }
    return absl::OkStatus();
}

} // namespace firstlight::ctl
