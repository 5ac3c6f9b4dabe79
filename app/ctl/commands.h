// One function per command; each returns the exit code.
#pragma once

#include "app/ctl/arguments.h"
#include "app/ctl/output.h"

namespace firstlight::ctl {

base::ExitCode runInspect(const Arguments& arguments, const Output& output);
base::ExitCode runPicture(const Arguments& arguments, const Output& output);
base::ExitCode runTokens(const Arguments& arguments, const Output& output);
base::ExitCode runPlan(const Arguments& arguments, const Output& output);
base::ExitCode runUp(const Arguments& arguments, const Output& output);
base::ExitCode runStatus(const Arguments& arguments, const Output& output);
base::ExitCode runChat(const Arguments& arguments, const Output& output);
base::ExitCode runCheckComm(const Arguments& arguments, const Output& output);
base::ExitCode runReport(const Arguments& arguments, const Output& output);
base::ExitCode runLogs(const Arguments& arguments, const Output& output);
base::ExitCode runDown(const Arguments& arguments, const Output& output);

// `arguments.timeout`, or `usual` when none was given.
std::chrono::milliseconds timeoutOf(const Arguments& arguments, std::chrono::milliseconds usual);

} // namespace firstlight::ctl
