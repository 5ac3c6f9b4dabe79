// One of our own programs as a child process.
//
// The child gets one line of JSON with its secrets on standard input, which stays open as long as we want it to live;
// it answers with one line "READY {...}" on standard output when it serves; every other line is a log line. A thread
// per child starts it, reads its lines and waits for its end; that thread lives as long as the child, because the
// kernel's "die with your parent" means the thread that forked.
#pragma once

#include <absl/status/statusor.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace firstlight::launch {

struct ChildExit {
    pid_t pid = 0;
    bool signaled = false;
    int code = 0;              // exit code, or the signal's number
    std::string lastErrorLine; // last line of severity error; without one the last line that is not a log record
};

// "exit code 3", "killed by signal 9 (SIGKILL)".
std::string describeExit(const ChildExit& exit);

struct ChildOptions {
    std::string program; // file name; looked up beside the running program
    std::vector<std::string> arguments;
    nlohmann::json secrets = nlohmann::json::object();
    std::chrono::milliseconds readyTimeout{20'000};

    // Both run on the child's thread, one after the other. onExit comes last and only for a child that was ready; both
    // may come before start() has returned.
    std::function<void(std::string_view line)> onLine;
    std::function<void(const ChildExit&)> onExit;
};

class ChildProcess
{
public:
    // Blocks until the child has said READY. kProgramMissing naming the program and its last line when it cannot be
    // executed, ends before, or takes too long (then it is killed).
    static absl::StatusOr<std::unique_ptr<ChildProcess>> start(ChildOptions options);

    // Kills the child if it still runs and waits for its thread. Not from its callbacks.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    pid_t pid() const;
    const nlohmann::json& ready() const; // what came with READY
    bool running() const;                // false from before onExit is called

    // SIGTERM now, SIGKILL after `grace`. Does not wait; onExit tells the end.
    void stop(std::chrono::milliseconds grace);
    void kill();

    // Whether the child has ended, waiting for it up to `timeout`.
    bool waitForExit(std::chrono::milliseconds timeout) const;

private:
    class Supervisor;
    explicit ChildProcess(std::unique_ptr<Supervisor> supervisor);

    std::unique_ptr<Supervisor> m_supervisor;
};

} // namespace firstlight::launch
