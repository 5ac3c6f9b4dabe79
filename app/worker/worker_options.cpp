#include "app/worker/worker_options.h"

#include "backend/base/failure.h"

#include <charconv>
#include <string_view>

namespace firstlight::worker {
namespace {

absl::Status usage(const std::string& detail)
{
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                         {{"detail", detail + "; usage: firstlight-worker --rank N --runtime-dir DIR"}});
}

} // namespace

absl::StatusOr<WorkerOptions> parseWorkerOptions(int argc, char** argv)
{
    WorkerOptions options;
    for (int index = 1; index < argc; index += 2) {
        const std::string_view name = argv[index];
        if (index + 1 == argc) {
            return usage(std::string(name) + " needs a value");
        }
        const std::string_view value = argv[index + 1];
        if (name == "--rank") {
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.rank);
            if (error != std::errc() || end != value.data() + value.size() || options.rank < 0) {
                return usage("--rank must be a number from 0");
            }
        } else if (name == "--runtime-dir") {
            options.runtimeDirectory = value;
        } else {
            return usage("unknown option " + std::string(name));
        }
    }
    if (options.rank < 0 || options.runtimeDirectory.empty()) {
        return usage("--rank and --runtime-dir are needed");
    }
    return options;
}

} // namespace firstlight::worker
