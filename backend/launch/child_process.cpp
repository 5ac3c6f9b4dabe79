#include "backend/launch/child_process.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"
#include "backend/base/log.h"
#include "backend/base/process_end.h"
#include "backend/base/runtime_paths.h"
#include "backend/launch/line_reader.h"
#include "backend/launch/spawn.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace firstlight::launch {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::string_view kReadyWord = "READY ";
constexpr std::size_t kMaxReadyBytes = 64 << 10;

absl::Status notReady(const std::string& program, const std::string& how, const std::string& lastLine)
{
    return base::failure(reasons::kProgramMissing, absl::StatusCode::kUnavailable,
                         {{"program", program}, {"detail", lastLine.empty() ? how : how + ", last line: " + lastLine}});
}

} // namespace

std::string describeExit(const ChildExit& exit)
{
    return base::describeProcessEnd(exit.signaled, exit.code);
}

class ChildProcess::Supervisor
{
public:
    explicit Supervisor(ChildOptions options)
        : m_options(std::move(options)), m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), m_thread([this] { run(); })
    {
    }

    ~Supervisor()
    {
        kill();
        m_thread.join();
    }

    absl::Status waitReady()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_phase != Phase::kStarting; });
        return m_startFailure;
    }

    pid_t pid() const { return m_pid; }
    const nlohmann::json& ready() const { return m_ready; }

    bool waitForExit(milliseconds timeout) const
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, timeout, [this] { return m_phase == Phase::kEnded; });
    }

    void stop(milliseconds grace)
    {
        const std::lock_guard lock(m_mutex);
        const auto killTime = steady_clock::now() + grace;
        m_killTime = m_killTime ? std::min(*m_killTime, killTime) : killTime;
        m_stopAsked = true;
        wake();
    }

    void kill() { stop(milliseconds(0)); }

private:
    enum class Phase { kStarting, kRunning, kEnded };

    void run()
    {
        auto spawned = spawnProgram(base::programPath(m_options.program), m_options.arguments);
        if (!spawned.ok()) {
            end(spawned.status());
            return;
        }
        m_program = std::move(*spawned);
        m_pid = m_program.pid;
        sendSecrets();
        supervise();
        const ChildExit exit = reap();
        const bool wasReady = phase() == Phase::kRunning;
        end(notReady(m_options.program, m_readyTimedOut ? "it was not ready in time" : describeExit(exit),
                     exit.lastErrorLine));
        if (wasReady && m_options.onExit) {
            m_options.onExit(exit);
        }
    }

    void sendSecrets()
    {
        // A pipe takes a line of this size at once. A child that is already gone shows in supervise().
        const std::string line = m_options.secrets.dump() + "\n";
        ::fcntl(m_program.input.get(), F_SETFL, O_NONBLOCK);
        sigset_t pipeSignal;
        sigemptyset(&pipeSignal);
        sigaddset(&pipeSignal, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &pipeSignal, nullptr); // of this thread, which only serves this child
        [[maybe_unused]] const ssize_t written = ::write(m_program.input.get(), line.data(), line.size());
        m_readyDeadline = steady_clock::now() + m_options.readyTimeout;
    }

    // Until the process has ended.
    void supervise()
    {
        enum { kWake, kProcess, kOutput, kErrors, kCount };
        std::array<pollfd, kCount> polls{{{m_wake.get(), POLLIN, 0},
                                          {m_program.process.get(), POLLIN, 0},
                                          {m_program.output.get(), POLLIN, 0},
                                          {m_program.errors.get(), POLLIN, 0}}};
        while (polls[kProcess].revents == 0) {
            ::poll(polls.data(), polls.size(), static_cast<int>(sleepTime().count()));
            drainWake();
            if (polls[kOutput].revents != 0 && !readOutput()) {
                polls[kOutput].fd = -1;
            }
            if (polls[kErrors].revents != 0 && !readErrors()) {
                polls[kErrors].fd = -1;
            }
            signalWhenDue();
        }
        readOutput();
        readErrors();
        m_outputLines.finish([this](std::string_view line) { takeOutput(line); });
        m_errorLines.finish([this](std::string_view line) { takeLine(line); });
    }

    bool readOutput()
    {
        return m_outputLines.readFrom(m_program.output.get(), [this](std::string_view line) { takeOutput(line); });
    }

    bool readErrors()
    {
        return m_errorLines.readFrom(m_program.errors.get(), [this](std::string_view line) { takeLine(line); });
    }

    milliseconds sleepTime()
    {
        const std::lock_guard lock(m_mutex);
        auto next = steady_clock::now() + std::chrono::minutes(1);
        if (m_killTime && !m_killed) {
            next = std::min(next, *m_killTime);
        }
        if (m_phase == Phase::kStarting && !m_killed) {
            next = std::min(next, m_readyDeadline);
        }
        return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(next - steady_clock::now()));
    }

    void signalWhenDue()
    {
        const std::lock_guard lock(m_mutex);
        const auto now = steady_clock::now();
        if (m_phase == Phase::kStarting && now >= m_readyDeadline) {
            m_readyTimedOut = true;
            m_killTime = now;
        }
        if (m_killTime && now >= *m_killTime && !m_killed) {
            m_killed = true;
            ::kill(m_pid, SIGKILL);
        } else if (m_stopAsked && !m_terminated && !m_killed) {
            m_terminated = true;
            ::kill(m_pid, SIGTERM); // its input stays open: the end of that means that we are gone
        }
    }

    void takeOutput(std::string_view line)
    {
        if (line.substr(0, kReadyWord.size()) != kReadyWord || phase() != Phase::kStarting) {
            takeLine(line);
            return;
        }
        auto ready = base::parseJson(line.substr(kReadyWord.size()), "READY line",
                                     {static_cast<std::int64_t>(kMaxReadyBytes), 8});
        if (!ready.ok()) {
            takeLine(line);
            return;
        }
        const std::lock_guard lock(m_mutex);
        m_ready = std::move(*ready);
        m_phase = Phase::kRunning;
        m_changed.notify_all();
    }

    void takeLine(std::string_view line)
    {
        const auto record = base::parseLogLine(line);
        if (!record) {
            m_lastPlainLine = std::string(line);
        } else if (record->severity == base::LogSeverity::kError) {
            m_lastErrorMessage = record->message;
        }
        if (m_options.onLine) {
            m_options.onLine(line);
        }
    }

    ChildExit reap()
    {
        siginfo_t info{};
        while (::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED) != 0 && errno == EINTR) {
        }
        ChildExit exit;
        exit.pid = m_pid;
        exit.signaled = info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED;
        exit.code = info.si_status;
        exit.lastErrorLine = m_lastErrorMessage.empty() ? m_lastPlainLine : m_lastErrorMessage;
        return exit;
    }

    void end(absl::Status failureIfNotReady)
    {
        const std::lock_guard lock(m_mutex);
        if (m_phase == Phase::kStarting) {
            m_startFailure = std::move(failureIfNotReady);
        }
        m_phase = Phase::kEnded;
        m_changed.notify_all();
    }

    Phase phase() const
    {
        const std::lock_guard lock(m_mutex);
        return m_phase;
    }

    void wake()
    {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(m_wake.get(), &one, sizeof one);
    }

    void drainWake()
    {
        std::uint64_t count = 0;
        [[maybe_unused]] const ssize_t taken = ::read(m_wake.get(), &count, sizeof count);
    }

    const ChildOptions m_options;
    const base::FileDescriptor m_wake;

    // Of the child's thread; m_pid and m_ready are read by others after READY only.
    SpawnedProgram m_program;
    pid_t m_pid = 0;
    nlohmann::json m_ready;
    LineReader m_outputLines;
    LineReader m_errorLines;
    std::string m_lastErrorMessage;
    std::string m_lastPlainLine;
    steady_clock::time_point m_readyDeadline;
    bool m_readyTimedOut = false;
    bool m_terminated = false;
    bool m_killed = false;

    mutable std::mutex m_mutex;
    mutable std::condition_variable m_changed;
    Phase m_phase = Phase::kStarting;
    absl::Status m_startFailure;
    std::optional<steady_clock::time_point> m_killTime;
    bool m_stopAsked = false;

    std::thread m_thread; // last: it uses all of the above
};

absl::StatusOr<std::unique_ptr<ChildProcess>> ChildProcess::start(ChildOptions options)
{
    auto supervisor = std::make_unique<Supervisor>(std::move(options));
    FIRSTLIGHT_RETURN_IF_ERROR(supervisor->waitReady());
    return std::unique_ptr<ChildProcess>(new ChildProcess(std::move(supervisor)));
}

ChildProcess::ChildProcess(std::unique_ptr<Supervisor> supervisor) : m_supervisor(std::move(supervisor)) {}

ChildProcess::~ChildProcess() = default;

pid_t ChildProcess::pid() const
{
    return m_supervisor->pid();
}

const nlohmann::json& ChildProcess::ready() const
{
    return m_supervisor->ready();
}

bool ChildProcess::running() const
{
    return !m_supervisor->waitForExit(milliseconds(0));
}

void ChildProcess::stop(milliseconds grace)
{
    m_supervisor->stop(grace);
}

void ChildProcess::kill()
{
    m_supervisor->kill();
}

bool ChildProcess::waitForExit(milliseconds timeout) const
{
    return m_supervisor->waitForExit(timeout);
}

} // namespace firstlight::launch
