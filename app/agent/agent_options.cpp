#include "app/agent/agent_options.h"

#include "backend/base/failure.h"

#include <string_view>

namespace firstlight::agent {
namespace {

absl::Status usage(const std::string& detail)
{
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                         {{"detail", detail + "; usage: firstlight-agent --node NAME --runtime-dir DIR"}});
}

} // namespace

absl::StatusOr<AgentOptions> parseAgentOptions(int argc, char** argv)
{
    AgentOptions options;
    for (int index = 1; index < argc; index += 2) {
        const std::string_view name = argv[index];
        if (index + 1 == argc) {
            return usage(std::string(name) + " needs a value");
        }
        if (name == "--node") {
            options.node = argv[index + 1];
        } else if (name == "--runtime-dir") {
            options.runtimeDirectory = argv[index + 1];
        } else {
            return usage("unknown option " + std::string(name));
        }
    }
    if (options.node.empty() || options.runtimeDirectory.empty()) {
        return usage("--node and --runtime-dir are needed");
    }
    return options;
}

} // namespace firstlight::agent
