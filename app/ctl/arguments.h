// The command line of firstlightctl.
#pragma once

#include "backend/api/chat.pb.h"
#include "backend/api/plan.pb.h"

#include <absl/status/statusor.h>

#include <chrono>
#include <string>
#include <vector>

namespace firstlight::ctl {

struct Arguments {
    std::string command;               // "inspect", ..., "help"
    std::vector<std::string> operands; // what is not an option
    std::string runtimeDirectory;
    bool json = false;
    bool wait = false;               // up
    bool follow = false;             // logs
    bool force = false;              // down
    bool withoutLogs = false;        // report
    bool withoutEnvironment = false; // report
    bool parseSpecial = false;       // tokens
    bool around = false;             // tokens
    bool idsOnly = false;            // tokens
    int nodes = 0;                   // 0: not given
    int devices = 0;                 // plan: of each node; 0: not given
    double deviceMemoryGib = 0;      // plan: of each device; 0: this machine's
    v1::Layout layout;
    v1::Workload workload;
    std::string listenAddress;            // up
    std::string outputFile;               // report, picture
    std::vector<std::string> images;      // chat
    std::string system;                   // chat
    std::string templateVariables;        // chat: a JSON object
    std::string chatFile;                 // tokens
    v1::SamplingOptions sampling;         // chat
    std::chrono::milliseconds timeout{0}; // 0: the command's own
};

// kRequestInvalid saying what is wrong with it.
absl::StatusOr<Arguments> parseArguments(int argc, const char* const* argv);

extern const char kUsage[];

} // namespace firstlight::ctl
