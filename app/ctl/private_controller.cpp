#include "app/ctl/private_controller.h"

#include "backend/base/clock.h"
#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/base/log.h"
#include "backend/base/runtime_paths.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace firstlight::ctl {
namespace {

constexpr char kProgram[] = "firstlightd";
constexpr std::int64_t kMaxFileBytes = 64 << 20;

absl::Status notStarted(const std::string& detail)
{
    return base::failure(reasons::kProgramMissing, absl::StatusCode::kUnavailable,
                         {{"program", kProgram}, {"detail", detail}});
}

std::vector<std::string> argumentsOf(const PrivateControllerOptions& options)
{
    std::vector<std::string> arguments{base::programPath(kProgram), "--runtime-dir", options.runtimeDirectory,
                                       "--started-by-ctl"};
    if (options.nodes > 0) {
        arguments.insert(arguments.end(), {"--nodes", std::to_string(options.nodes)});
    }
    if (!options.listenAddress.empty()) {
        arguments.insert(arguments.end(), {"--listen", options.listenAddress});
    }
    return arguments;
}

// The child's half of fork(): nothing but calls that are safe there.
[[noreturn]] void becomeController(const std::vector<char*>& arguments, int output, int log)
{
    const int null = ::open("/dev/null", O_RDONLY);
    ::setsid();
    ::dup2(null, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(log >= 0 ? log : null, STDERR_FILENO);
    ::execv(arguments.front(), arguments.data());
    ::_exit(127);
}

struct Started {
    pid_t pid = -1;
    base::FileDescriptor output;
};

absl::StatusOr<Started> spawn(const PrivateControllerOptions& options, int log)
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return notStarted(base::errnoText(errno));
    }
    base::FileDescriptor writeEnd(ends[1]);
    Started started;
    started.output = base::FileDescriptor(ends[0]);
    const std::vector<std::string> texts = argumentsOf(options);
    std::vector<char*> arguments;
    for (const std::string& text : texts) {
        arguments.push_back(const_cast<char*>(text.c_str()));
    }
    arguments.push_back(nullptr);
    started.pid = ::fork();
    if (started.pid == 0) {
        becomeController(arguments, writeEnd.get(), log);
    }
    if (started.pid < 0) {
        return notStarted(base::errnoText(errno));
    }
    return started;
}

enum class Readiness { kReady, kEnded, kTimeout };

Readiness waitUntilReady(int output, base::SteadyTime deadline, const base::Clock& clock)
{
    std::string text;
    while (text.find('\n') == std::string::npos) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock.steadyNow());
        pollfd poll{output, POLLIN, 0};
        if (left.count() <= 0 || ::poll(&poll, 1, static_cast<int>(left.count())) == 0) {
            return Readiness::kTimeout;
        }
        std::array<char, 4096> buffer;
        const ssize_t count = ::read(output, buffer.data(), buffer.size());
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return Readiness::kEnded;
        }
        text.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(0, count)));
    }
    return text.starts_with("READY ") ? Readiness::kReady : Readiness::kEnded;
}

// The last error in what the controller has said since `offset`.
std::string lastError(const std::string& logPath, std::size_t offset)
{
    const auto text = base::readFile(logPath, kMaxFileBytes);
    if (!text.ok() || text->size() <= offset) {
        return {};
    }
    std::string_view rest = std::string_view(*text).substr(offset);
    std::string error;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        if (const auto record = base::parseLogLine(line); record && record->severity == base::LogSeverity::kError) {
            error = record->message;
        }
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
    return error;
}

std::size_t sizeOf(int descriptor)
{
    struct stat info {
    };
    return ::fstat(descriptor, &info) == 0 ? static_cast<std::size_t>(info.st_size) : 0;
}

absl::Status endedEarly(pid_t pid, const std::string& logPath, std::size_t logOffset)
{
    int status = 0;
    ::waitpid(pid, &status, 0);
    const std::string words = lastError(logPath, logOffset);
    if (!words.empty()) {
        return base::failure(reasons::kControllerNotStarted, absl::StatusCode::kUnavailable, {{"detail", words}});
    }
    return notStarted("it ended at once with exit code " +
                      std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)));
}

} // namespace

absl::Status startPrivateController(const PrivateControllerOptions& options)
{
    FIRSTLIGHT_RETURN_IF_ERROR(base::makePrivateDirectory(options.runtimeDirectory));
    const std::string logPath = options.runtimeDirectory + "/firstlightd.log";
    const base::FileDescriptor log(
        ::open(logPath.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    const std::size_t logOffset = sizeOf(log.get());
    FIRSTLIGHT_ASSIGN_OR_RETURN(Started started, spawn(options, log.get()));
    const base::SystemClock clock;
    switch (waitUntilReady(started.output.get(), clock.steadyNow() + options.timeout, clock)) {
    case Readiness::kReady:
        break;
    case Readiness::kEnded:
        return endedEarly(started.pid, logPath, logOffset);
    case Readiness::kTimeout:
        ::kill(started.pid, SIGKILL);
        return notStarted("it was not ready in time");
    }
    return absl::OkStatus();
}

} // namespace firstlight::ctl
