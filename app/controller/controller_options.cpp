#include "app/controller/controller_options.h"

#include "backend/base/failure.h"
#include "backend/base/runtime_paths.h"

#include <absl/strings/numbers.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <string_view>

namespace firstlight::controller {

const char kUsage[] =
    "usage: firstlightd [--runtime-dir DIR] [--state-dir DIR] [--nodes N] [--listen HOST:PORT]\n"
    "                   [--stuck-seconds S] [--die-with-stdin] [--discard-state] [--started-by-ctl]\n"
    "                   [--help]\n"
    "\n"
    "Serves on DIR/controller.sock and says how to reach it in DIR/controller.json. --listen adds a loopback\n"
    "TCP address (port 0: any). --nodes: agents to start on this machine (default 2). --stuck-seconds: a rank\n"
    "that is silent for longer has failed (default 20). --discard-state: move an unreadable store aside.\n"
    "--started-by-ctl: \"firstlightctl down\" ends it.\n";

namespace {

constexpr int kMaxNodes = 64;

absl::Status usage(const std::string& detail)
{
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument, {{"detail", detail}});
}

absl::Status readSeconds(const std::string& name, const std::string& text, ControllerOptions& options)
{
    double seconds = 0;
    if (!absl::SimpleAtod(text, &seconds) || !(seconds >= 0.1 && seconds <= 86'400)) {
        return usage(name + " must be 0.1 to 86400 seconds");
    }
    options.stuckAfter = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    return absl::OkStatus();
}

absl::Status readNodes(const std::string& text, ControllerOptions& options)
{
    const bool number = absl::SimpleAtoi(text, &options.nodeCount);
    return number && options.nodeCount >= 1 && options.nodeCount <= kMaxNodes
               ? absl::OkStatus()
               : usage("--nodes must be 1 to " + std::to_string(kMaxNodes));
}

absl::Status take(std::string& target, const std::string& value)
{
    target = value;
    return absl::OkStatus();
}

using Setter = std::function<absl::Status(const std::string&)>;

std::map<std::string_view, Setter> settersOf(ControllerOptions& options)
{
    return {
        {"--runtime-dir", [&](const std::string& value) { return take(options.runtimeDirectory, value); }},
        {"--state-dir", [&](const std::string& value) { return take(options.stateDirectory, value); }},
        {"--listen", [&](const std::string& value) { return take(options.listenAddress, value); }},
        {"--nodes", [&](const std::string& value) { return readNodes(value, options); }},
        {"--stuck-seconds", [&](const std::string& value) { return readSeconds("--stuck-seconds", value, options); }},
    };
}

std::map<std::string_view, bool*> switchesOf(ControllerOptions& options)
{
    return {{"--die-with-stdin", &options.dieWithStdin},
            {"--discard-state", &options.discardState},
            {"--started-by-ctl", &options.startedByCtl},
            {"--help", &options.help}};
}

absl::Status readArguments(int argc, const char* const* argv, ControllerOptions& options)
{
    const auto setters = settersOf(options);
    const auto switches = switchesOf(options);
    for (int i = 1; i < argc; ++i) {
        const std::string_view name = argv[i];
        if (const auto found = switches.find(name); found != switches.end()) {
            *found->second = true;
            continue;
        }
        const auto setter = setters.find(name);
        if (setter == setters.end()) {
            return usage("unknown option " + std::string(name));
        }
        if (++i == argc) {
            return usage(std::string(name) + " needs a value");
        }
        FIRSTLIGHT_RETURN_IF_ERROR(setter->second(argv[i]));
    }
    return absl::OkStatus();
}

} // namespace

absl::StatusOr<ControllerOptions> parseOptions(int argc, const char* const* argv)
{
    ControllerOptions options;
    if (const char* seconds = std::getenv("FIRSTLIGHT_STUCK_SECONDS")) {
        FIRSTLIGHT_RETURN_IF_ERROR(readSeconds("FIRSTLIGHT_STUCK_SECONDS", seconds, options));
    }
    FIRSTLIGHT_RETURN_IF_ERROR(readArguments(argc, argv, options));
    for (int i = 0; i < argc; ++i) {
        options.commandLine.append(i == 0 ? "" : " ").append(argv[i]);
    }
    options.runtimeDirectory = options.runtimeDirectory.empty() ? base::runtimeDirectory() : options.runtimeDirectory;
    options.stateDirectory = options.stateDirectory.empty() ? base::stateDirectory() : options.stateDirectory;
    return options;
}

} // namespace firstlight::controller
