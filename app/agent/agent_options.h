// Command line of firstlight-agent.
#pragma once

#include <absl/status/statusor.h>

#include <string>

namespace firstlight::agent {

struct AgentOptions {
    std::string node;             // --node
    std::string runtimeDirectory; // --runtime-dir
};

absl::StatusOr<AgentOptions> parseAgentOptions(int argc, char** argv);

} // namespace firstlight::agent
