// firstlightctl: the controller's API from a terminal.
#include "app/ctl/arguments.h"
#include "app/ctl/commands.h"
#include "app/ctl/output.h"
#include "backend/base/version.h"

#include <csignal>
#include <cstdio>
#include <functional>
#include <map>
#include <new>
#include <string>
#include <string_view>

#include <unistd.h>

using namespace firstlight;

namespace {

[[noreturn]] void endWithoutMemory()
{
    constexpr std::string_view kWords = "There is not enough memory for this.\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kWords.data(), kWords.size());
    ::_exit(base::kExitFailed);
}

} // namespace

int main(int argc, char** argv)
{
    ::signal(SIGPIPE, SIG_IGN);
    std::set_new_handler(endWithoutMemory);
    const auto arguments = ctl::parseArguments(argc, argv);
    if (!arguments.ok()) {
        const ctl::Output output(false);
        output.fail(arguments.status());
        output.note("\"firstlightctl --help\" shows what is possible.");
        return base::kExitUsage;
    }
    const ctl::Output output(arguments->json);
    using Command = std::function<base::ExitCode(const ctl::Arguments&, const ctl::Output&)>;
    static const std::map<std::string, Command> kCommands{
        {"inspect", ctl::runInspect}, {"plan", ctl::runPlan},     {"up", ctl::runUp},
        {"status", ctl::runStatus},   {"chat", ctl::runChat},     {"check-comm", ctl::runCheckComm},
        {"report", ctl::runReport},   {"logs", ctl::runLogs},     {"down", ctl::runDown},
        {"picture", ctl::runPicture}, {"tokens", ctl::runTokens},
    };
    if (arguments->command == "version") {
        output.answer("firstlightctl " + std::string(base::version()) + "\n");
        output.document({{"version", base::version()}});
        return base::kExitOk;
    }
    const auto command = kCommands.find(arguments->command);
    if (command == kCommands.end()) {
        output.answer(ctl::kUsage);
        return base::kExitOk;
    }
    const base::ExitCode code = command->second(*arguments, output);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        output.note("The answer could not be written to standard output.");
        return base::kExitFailed;
    }
    return code;
}
