// Starting a program with pipes on its standard streams and nothing else inherited.
#pragma once

#include "backend/base/file.h"

#include <absl/status/statusor.h>

#include <string>
#include <vector>

#include <sys/types.h>

namespace firstlight::launch {

struct SpawnedProgram {
    pid_t pid = 0;
    base::FileDescriptor process; // pidfd
    base::FileDescriptor input;   // write end of its standard input
    base::FileDescriptor output;  // read ends, non-blocking
    base::FileDescriptor errors;
};

// In a process group of its own, with default signal handling. kProgramMissing when it cannot be executed.
absl::StatusOr<SpawnedProgram> spawnProgram(const std::string& path, const std::vector<std::string>& arguments);

} // namespace firstlight::launch
