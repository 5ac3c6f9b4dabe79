// Command line of firstlight-worker.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>

namespace firstlight::worker {

struct WorkerOptions {
    std::int32_t rank = -1;       // --rank
    std::string runtimeDirectory; // --runtime-dir
};

absl::StatusOr<WorkerOptions> parseWorkerOptions(int argc, char** argv);

} // namespace firstlight::worker
