#include "backend/base/process_end.h"

#include <csignal>
#include <cstring>

namespace firstlight::base {

std::string describeProcessEnd(bool signaled, int code)
{
    if (!signaled) {
        return "exit code " + std::to_string(code);
    }
    const char* name = sigabbrev_np(code);
    const std::string text = "killed by signal " + std::to_string(code);
    return name == nullptr ? text : text + " (SIG" + name + ")";
}

} // namespace firstlight::base
