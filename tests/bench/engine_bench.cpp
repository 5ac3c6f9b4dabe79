// How fast one rank loads and runs a checkpoint:
//   firstlight-engine-bench CHECKPOINT [--threads N] [--prompt ID,ID,...] [--prompt-tokens N] [--tokens N]
//                           [--image FILE.rgb WIDTH HEIGHT]...
// Prints load time, tokens per second of prefill and decode, memory, and the greedy tokens. An image's tokens must be
// part of --prompt; FILE.rgb holds 8-bit RGB.
#include "backend/base/failure.h"
#include "backend/engine/engine.h"
#include "backend/model/model_reading.h"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>

namespace {

using namespace firstlight;
using Clock = std::chrono::steady_clock;

struct Options {
    std::string checkpoint;
    int threads = 1;
    int promptTokens = 256;
    engine::GenerationRequest request;
};

std::vector<std::int32_t> parseTokens(const std::string& text)
{
    std::vector<std::int32_t> tokens;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
        tokens.push_back(std::stoi(part));
    }
    return tokens;
}

engine::ImageInput readImage(const std::string& path, int width, int height)
{
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    return {width, height, {bytes.begin(), bytes.end()}};
}

Options parseOptions(int argc, char** argv)
{
    Options options;
    options.request.id = "bench";
    for (int at = 1; at < argc; ++at) {
        const std::string argument = argv[at];
        if (argument == "--threads" && at + 1 < argc) {
            options.threads = std::stoi(argv[++at]);
        } else if (argument == "--tokens" && at + 1 < argc) {
            options.request.sampling.maxTokens = std::stoi(argv[++at]);
        } else if (argument == "--prompt-tokens" && at + 1 < argc) {
            options.promptTokens = std::stoi(argv[++at]);
        } else if (argument == "--prompt" && at + 1 < argc) {
            options.request.tokens = parseTokens(argv[++at]);
        } else if (argument == "--image" && at + 3 < argc) {
            options.request.images.push_back(readImage(argv[at + 1], std::stoi(argv[at + 2]), std::stoi(argv[at + 3])));
            at += 3;
        } else {
            options.checkpoint = argument;
        }
    }
    return options;
}

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void report(const char* stage, Clock::time_point start, const std::string& found)
{
    std::printf("%-14s %8.3f s  %s\n", stage, secondsSince(start), found.c_str());
}

absl::Status bringUp(engine::Engine& rank)
{
    const struct {
        const char* name;
        std::function<absl::StatusOr<std::string>()> run;
    } stages[] = {{"read metadata", [&] { return rank.readMetadata(); }},
                  {"validate", [&] { return rank.validate(); }},
                  {"allocate", [&] { return rank.allocate(); }},
                  {"stream weights", [&] { return rank.streamWeights({}); }},
                  {"warm up", [&] { return rank.warmUp(); }}};
    for (const auto& [name, run] : stages) {
        const Clock::time_point start = Clock::now();
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string found, run());
        report(name, start, found);
    }
    return absl::OkStatus();
}

// Times the first token, then the others.
absl::Status generate(engine::Engine& rank, const engine::GenerationRequest& request)
{
    const Clock::time_point start = Clock::now();
    Clock::time_point first;
    std::vector<std::int32_t> tokens;
    std::promise<absl::Status> done;
    FIRSTLIGHT_RETURN_IF_ERROR(rank.submit(request, [&](const absl::StatusOr<engine::GeneratedToken>& token) {
        if (token.ok() && token->token >= 0) {
            first = tokens.empty() ? Clock::now() : first;
            tokens.push_back(token->token);
        }
        if (!token.ok() || !token->finishReason.empty()) {
            done.set_value(token.status());
        }
    }));
    FIRSTLIGHT_RETURN_IF_ERROR(done.get_future().get());
    const double prefill = std::chrono::duration<double>(first - start).count();
    std::printf("prefill        %8.3f s  %zu tokens, %.1f tokens/s\n", prefill, request.tokens.size(),
                static_cast<double>(request.tokens.size()) / prefill);
    const double decode = std::chrono::duration<double>(Clock::now() - first).count();
    std::printf("decode         %8.3f s  %zu tokens, %.1f tokens/s\ntokens        ", decode, tokens.size(),
                static_cast<double>(tokens.size() - 1) / decode);
    for (const std::int32_t token : tokens) {
        std::printf(" %d", token);
    }
    std::printf("\n");
    return absl::OkStatus();
}

absl::Status run(Options options)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::DescriptorSet descriptors, model::DescriptorSet::load());
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::ModelSpec spec, model::readModelSpec(options.checkpoint, descriptors));
    const std::size_t given = options.request.tokens.size();
    for (int index = 0; given == 0 && index < options.promptTokens; ++index) {
        options.request.tokens.push_back(index % spec.vocabularySize);
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        const std::unique_ptr<engine::Engine> rank,
        engine::Engine::create({options.checkpoint, spec, {}, 0, std::int64_t{64} << 30, 1, 2048, options.threads},
                               {}));
    FIRSTLIGHT_RETURN_IF_ERROR(bringUp(*rank));
    std::thread serving([&] { (void)rank->serve(); });
    const absl::Status status = generate(*rank, options.request);
    rank->stop();
    serving.join();
    return status;
}

} // namespace

int main(int argc, char** argv)
{
    const absl::Status status = run(parseOptions(argc, argv));
    if (!status.ok()) {
        std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
        return 1;
    }
    return 0;
}
