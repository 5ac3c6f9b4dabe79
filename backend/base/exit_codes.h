// With which code every Firstlight program ends. docs/ctl.md explains them to users.
#pragma once

namespace firstlight::base {

enum ExitCode : int {
    kExitOk = 0,          // done what was asked; for a server: stopped in order
    kExitFailed = 1,      // the operation was tried and failed; stderr says why
    kExitUsage = 2,       // wrong command line
    kExitUnavailable = 3, // could not start (address in use, store unreadable) or not reach the other side
    kExitTimeout = 4,     // not done within --timeout; it may still be going on
    kExitOrphaned = 5,    // a child process whose parent is gone
};

} // namespace firstlight::base
