#include "backend/diagnose/exit_description.h"

#include "backend/base/process_end.h"

namespace firstlight::diagnose {
namespace {

std::string describeEnd(const v1::RankExited& exited, Expectation expectation)
{
    if (exited.out_of_memory()) {
        return "ended by the kernel because memory ran out";
    }
    if (!exited.signaled() && exited.code() == 0 && expectation == Expectation::kUnasked) {
        return "exit code 0, although nobody asked it to end";
    }
    return base::describeProcessEnd(exited.signaled(), exited.code());
}

} // namespace

std::string describeExit(const v1::RankExited& exited, Expectation expectation)
{
    const std::string end = describeEnd(exited, expectation);
    const bool explain = expectation == Expectation::kUnasked && !exited.last_error_line().empty();
    return explain ? end + ": " + exited.last_error_line() : end;
}

} // namespace firstlight::diagnose
