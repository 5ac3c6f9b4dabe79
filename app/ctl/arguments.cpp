#include "app/ctl/arguments.h"

#include "backend/base/failure.h"
#include "backend/base/runtime_paths.h"

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string_view>

namespace firstlight::ctl {

const char kUsage[] =
    R"(usage: firstlightctl COMMAND [options]

Without a controller:
  inspect DIR                    what the checkpoint is, and whether it can be run
  picture DIR FILE [-o FILE.png] what the model would receive of a picture: tiles, tokens, what stands for it in a prompt
  tokens DIR [--special] [--around] [--ids] TEXT
                                 the tokens of a text; "-" for TEXT: of standard input, whatever bytes it holds
  tokens DIR [--ids] --chat FILE the tokens of a conversation: what the chat template makes of it, pictures in place
  plan DIR [--nodes N] [--tp N] [--pp N] [--dp N] [--context N] [--sequences N] [--memory GIB [--devices N]]
                                 which layouts fit, best first; those refused with the reason. --memory: on other
                                 hardware than this machine, nodes with --devices devices of GIB each

With a controller ("up" starts one where none runs; it outlives the command):
  up DIR [--nodes N] [--tp N] [--pp N] [--dp N] [--context N] [--sequences N] [--listen HOST:PORT] [--wait]
                                 bring the model up; --wait: until it answers
  status                         controller, nodes, deployments
  chat [--image FILE]... [--system TEXT] [--greedy] [--temperature X] [--top-p X] [--top-k N]
       [--seed N] [--max-tokens N] [--variables JSON] TEXT
                                 ask; the answer goes to standard output as it comes
  check-comm                     latency and bandwidth between all ranks, correctness of collectives
  report -o FILE [--no-logs] [--no-environment]
                                 one self-contained HTML file about the deployment
  logs [--follow]                what all processes said
  down [--force]                 stop the deployment, and the controller if "up" started it; --force: end a controller
                                 that no longer answers, at once

Everywhere:
  --json                         the answer as one JSON document on standard output, all else on standard error
  --timeout SECONDS              give up after that long (exit code 4)
  --runtime-dir DIR              where the controller is
  --version                      which version this is

Exit codes: 0 done, 1 failed, 2 wrong use, 3 no controller or it could not start, 4 timeout.
)";

namespace {

absl::Status usage(const std::string& detail)
{
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument, {{"detail", detail}});
}

constexpr int kMostNodes = 4096;
constexpr int kMostLocalNodes = 64;

using Setter = std::function<absl::Status(const std::string& name, const std::string& value)>;

// Stores a whole number from `least` to `most` with `store`.
template <typename Integer>
Setter integer(std::function<void(Integer)> store, Integer least, Integer most = std::numeric_limits<Integer>::max())
{
    return [=](const std::string& name, const std::string& value) {
        Integer number = 0;
        if (!absl::SimpleAtoi(value, &number) || number < least || number > most) {
            const std::string range = most == std::numeric_limits<Integer>::max()
                                          ? "of at least " + std::to_string(least)
                                          : "from " + std::to_string(least) + " to " + std::to_string(most);
            return usage(name + " must be a whole number " + range + ", not \"" + value + "\"");
        }
        store(number);
        return absl::OkStatus();
    };
}

Setter real(std::function<void(double)> store, double least, double most)
{
    return [=](const std::string& name, const std::string& value) {
        double number = 0;
        if (!absl::SimpleAtod(value, &number) || !(number >= least && number <= most)) {
            return usage(absl::StrCat(name, " must be a number from ", least, " to ", most, ", not \"", value, "\""));
        }
        store(number);
        return absl::OkStatus();
    };
}

Setter text(std::function<void(const std::string&)> store)
{
    return [store = std::move(store)](const std::string&, const std::string& value) {
        store(value);
        return absl::OkStatus();
    };
}

std::map<std::string_view, Setter> settersOf(Arguments& a)
{
    return {
        {"--runtime-dir", text([&](const auto& value) { a.runtimeDirectory = value; })},
        {"--listen", text([&](const auto& value) { a.listenAddress = value; })},
        {"-o", text([&](const auto& value) { a.outputFile = value; })},
        {"--output", text([&](const auto& value) { a.outputFile = value; })},
        {"--image", text([&](const auto& value) { a.images.push_back(value); })},
        {"--chat", text([&](const auto& value) { a.chatFile = value; })},
        {"--system", text([&](const auto& value) { a.system = value; })},
        {"--variables", text([&](const auto& value) { a.templateVariables = value; })},
        {"--nodes", integer<int>([&](int value) { a.nodes = value; }, 1, kMostNodes)},
        {"--devices", integer<int>([&](int value) { a.devices = value; }, 1, 64)},
        {"--memory", real([&](double value) { a.deviceMemoryGib = value; }, 0.001, 1e6)},
        {"--tp", integer<int>([&](int value) { a.layout.set_tensor_parallel(value); }, 1, 4096)},
        {"--pp", integer<int>([&](int value) { a.layout.set_pipeline_parallel(value); }, 1, 4096)},
        {"--dp", integer<int>([&](int value) { a.layout.set_data_parallel(value); }, 1, 4096)},
        {"--context", integer<int>([&](int value) { a.workload.set_max_context_tokens(value); }, 1)},
        {"--sequences", integer<int>([&](int value) { a.workload.set_max_sequences(value); }, 1)},
        {"--max-tokens", integer<int>([&](int value) { a.sampling.set_max_tokens(value); }, 1)},
        {"--top-k", integer<int>([&](int value) { a.sampling.set_top_k(value); }, 1)},
        {"--seed", integer<std::uint64_t>([&](std::uint64_t value) { a.sampling.set_seed(value); }, 1)},
        {"--temperature", real([&](double value) { a.sampling.set_temperature(value); }, 0.01, 100)},
        {"--top-p", real([&](double value) { a.sampling.set_top_p(value); }, 0.001, 1)},
        {"--timeout",
         real([&](double value) { a.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(value * 1000)); },
              0.001, 1e6)},
    };
}

std::map<std::string_view, std::function<void()>> switchesOf(Arguments& a)
{
    return {
        {"--json", [&] { a.json = true; }},
        {"--wait", [&] { a.wait = true; }},
        {"--follow", [&] { a.follow = true; }},
        {"--force", [&] { a.force = true; }},
        {"--no-logs", [&] { a.withoutLogs = true; }},
        {"--no-environment", [&] { a.withoutEnvironment = true; }},
        {"--special", [&] { a.parseSpecial = true; }},
        {"--around", [&] { a.around = true; }},
        {"--ids", [&] { a.idsOnly = true; }},
        {"--greedy", [&] { a.sampling.set_greedy(true); }},
        {"--help", [&] { a.command = "help"; }},
        {"-h", [&] { a.command = "help"; }},
        {"--version", [&] { a.command = "version"; }},
    };
}

// How many operands a command takes; nothing: unknown command.
std::optional<std::size_t> operandCount(const Arguments& arguments)
{
    static const std::map<std::string_view, std::size_t> kCounts{
        {"inspect", 1}, {"picture", 2}, {"plan", 1}, {"up", 1},         {"status", 0}, {"chat", 1},
        {"down", 0},    {"tokens", 2},  {"logs", 0}, {"check-comm", 0}, {"report", 0}};
    const auto found = kCounts.find(arguments.command);
    if (found == kCounts.end()) {
        return std::nullopt;
    }
    const bool inFile = arguments.command == "tokens" && !arguments.chatFile.empty();
    return inFile ? 1 : found->second;
}

absl::Status readWords(int argc, const char* const* argv, Arguments& arguments)
{
    const auto setters = settersOf(arguments);
    const auto switches = switchesOf(arguments);
    bool optionsEnded = false;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (optionsEnded || word.size() < 2 || word.front() != '-') {
            arguments.operands.push_back(word);
        } else if (word == "--") {
            optionsEnded = true;
        } else if (const auto found = switches.find(word); found != switches.end()) {
            found->second();
        } else if (const auto setter = setters.find(word); setter == setters.end()) {
            return usage("unknown option " + word);
        } else if (++i == argc) {
            return usage(word + " needs a value");
        } else {
            FIRSTLIGHT_RETURN_IF_ERROR(setter->second(word, argv[i]));
        }
    }
    return absl::OkStatus();
}

absl::Status checkOperands(const Arguments& arguments)
{
    const auto count = operandCount(arguments);
    if (!count) {
        return usage("unknown command \"" + arguments.command + "\"");
    }
    if (arguments.operands.size() != *count) {
        return usage(arguments.command + " takes " + std::to_string(*count) + (*count == 1 ? " operand" : " operands") +
                     ", not " + std::to_string(arguments.operands.size()));
    }
    const std::size_t checked = arguments.command == "tokens" ? 1 : arguments.operands.size(); // no text is a text, too
    if (std::any_of(arguments.operands.begin(), arguments.operands.begin() + checked,
                    std::mem_fn(&std::string::empty))) {
        return usage(arguments.command + " was given an empty operand");
    }
    if (arguments.command == "report" && arguments.outputFile.empty()) {
        return usage("report needs -o FILE");
    }
    if (arguments.command != "plan" && (arguments.devices > 0 || arguments.deviceMemoryGib > 0)) {
        return usage("--devices and --memory are for plan; other commands use the devices that are there");
    }
    if (arguments.devices > 0 && arguments.deviceMemoryGib <= 0) {
        return usage("--devices needs --memory: how many GiB each of them has");
    }
    if (arguments.deviceMemoryGib <= 0 && arguments.nodes > kMostLocalNodes) {
        return usage("--nodes must be a whole number from 1 to " + std::to_string(kMostLocalNodes) +
                     " on this machine; for others name --memory");
    }
    if (!arguments.chatFile.empty() && (arguments.parseSpecial || arguments.around)) {
        return usage("--special and --around are for a text; with --chat the template decides");
    }
    return absl::OkStatus();
}

} // namespace

absl::StatusOr<Arguments> parseArguments(int argc, const char* const* argv)
{
    Arguments arguments;
    FIRSTLIGHT_RETURN_IF_ERROR(readWords(argc, argv, arguments));
    if (arguments.runtimeDirectory.empty()) {
        arguments.runtimeDirectory = base::runtimeDirectory();
    }
    if (arguments.command == "help" || arguments.command == "version") {
        return arguments;
    }
    if (arguments.operands.empty()) {
        return usage("a command is missing");
    }
    arguments.command = arguments.operands.front();
    arguments.operands.erase(arguments.operands.begin());
    if (arguments.command == "help") { // of one command or of all: there is one text
        return arguments;
    }
    FIRSTLIGHT_RETURN_IF_ERROR(checkOperands(arguments));
    return arguments;
}

} // namespace firstlight::ctl
