#include "backend/diagnose/exit_description.h"

#include <csignal>
#include <cstring>

namespace firstlight::diagnose {
namespace {

std::string describeSignal(int number)
{
    const char* name = sigabbrev_np(number);
    const std::string text = "killed by signal " + std::to_string(number);
    return name == nullptr ? text : text + " (SIG" + name + ")";
}

std::string describeEnd(const v1::RankExited& exited, Expectation expectation)
{
    if (exited.out_of_memory()) {
        return "ended by the kernel because memory ran out";
    }
    if (exited.signaled()) {
        return describeSignal(exited.code());
    }
    if (exited.code() == 0 && expectation == Expectation::kUnasked) {
        return "exit code 0, although nobody asked it to end";
    }
    return "exit code " + std::to_string(exited.code());
}

} // namespace

std::string describeExit(const v1::RankExited& exited, Expectation expectation)
{
    const std::string end = describeEnd(exited, expectation);
    const bool explain = expectation == Expectation::kUnasked && !exited.last_error_line().empty();
    return explain ? end + ": " + exited.last_error_line() : end;
}

} // namespace firstlight::diagnose
