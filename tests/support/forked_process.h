// A child of the test, forked without exec, for tests in which a process must die.
//
// Fork before the test has threads; the child runs `body` and ends with its result as exit code, without running the
// test program's exit handlers.
#pragma once

#include <functional>

#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace firstlight::test {

class ForkedProcess
{
public:
    explicit ForkedProcess(const std::function<int()>& body) : m_pid(::fork())
    {
        if (m_pid == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::_exit(body());
        }
    }
    ~ForkedProcess()
    {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            wait();
        }
    }
    ForkedProcess(const ForkedProcess&) = delete;
    ForkedProcess& operator=(const ForkedProcess&) = delete;

    pid_t pid() const { return m_pid; }
    void signal(int number) const { ::kill(m_pid, number); }

    // Exit code, or 128 + signal.
    int wait()
    {
        int status = 0;
        if (m_pid <= 0 || ::waitpid(m_pid, &status, 0) != m_pid) {
            return -1;
        }
        m_pid = -1;
        return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }

private:
    pid_t m_pid;
};

} // namespace firstlight::test
