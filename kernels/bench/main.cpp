#include "kernels/bench/measured_case.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

using namespace firstlight::kernels;
using namespace firstlight::kernels::bench;

namespace {

constexpr int kRounds = 7;

struct Options {
    int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    Isa isa = availableIsas().back();
    bool json = false;
    bool processorTime = false; // for a machine that is busy with other things
};

bool readIsa(const char* name, Isa& isa)
{
    for (const Isa candidate : availableIsas()) {
        if (std::strcmp(name, isaName(candidate)) == 0) {
            isa = candidate;
            return true;
        }
    }
    return false;
}

bool readOptions(int argc, char** argv, Options& options)
{
    for (int i = 1; i < argc; ++i) {
        const bool hasValue = i + 1 < argc;
        if (std::strcmp(argv[i], "--json") == 0) {
            options.json = true;
        } else if (std::strcmp(argv[i], "--processor-time") == 0) {
            options.processorTime = true;
        } else if (std::strcmp(argv[i], "--threads") == 0 && hasValue) {
            options.threads = std::atoi(argv[++i]);
        } else if (std::strcmp(argv[i], "--isa") != 0 || !hasValue || !readIsa(argv[++i], options.isa)) {
            return false;
        }
    }
    return options.threads >= 1;
}

// Of the clock, or of all processors together.
double now(const Options& options)
{
    if (options.processorTime) {
        return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double secondsOf(const MeasuredCase& measured, const Options& options)
{
    const double begin = now(options);
    measured.run();
    return (now(options) - begin) / (options.processorTime ? options.threads : 1);
}

// Rounds go through all cases in turn, so that a slow spell of the machine touches all of them and the medians stay
// comparable. Returns units (1e9 per second) of each case.
std::vector<double> measure(const std::vector<MeasuredCase>& cases, const Options& options)
{
    std::vector<std::vector<double>> rates(cases.size());
    for (int round = 0; round <= kRounds; ++round) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const double rate = cases[i].amount / secondsOf(cases[i], options) * 1e-9;
            if (round > 0) { // The first one only warms up.
                rates[i].push_back(rate);
            }
        }
    }
    std::vector<double> medians;
    for (std::vector<double>& each : rates) {
        std::sort(each.begin(), each.end());
        medians.push_back(each[kRounds / 2]);
    }
    return medians;
}

void print(const std::vector<MeasuredCase>& cases, const std::vector<double>& medians, const Options& options)
{
    std::printf(options.json ? "{\"isa\":\"%s\",\"threads\":%d,\"cases\":[" : "%s, %d threads\n", isaName(options.isa),
                options.threads);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const bool memory = cases[i].bound == Bound::Memory;
        const char* unit = memory ? "GB/s" : "GFLOP/s";
        const double share = medians[i] / medians[memory ? 0 : 1];
        if (options.json) {
            std::printf("%s{\"name\":\"%s\",\"value\":%.3f,\"unit\":\"%s\",\"of_ceiling\":%.4f}", i > 0 ? "," : "",
                        cases[i].name.c_str(), medians[i], unit, share);
        } else {
            std::printf("%-24s %9.2f %-8s %5.1f %%\n", cases[i].name.c_str(), medians[i], unit, 100.0 * share);
        }
    }
    std::printf(options.json ? "]}\n" : "");
}

} // namespace

int main(int argc, char** argv)
{
    Options options;
    if (!readOptions(argc, argv, options)) {
        std::fprintf(stderr, "usage: %s [--threads N] [--isa baseline|avx2|avx512] [--processor-time] [--json]\n",
                     argv[0]);
        return 2;
    }
    ThreadPool pool(options.threads);
    Context context(pool);
    std::vector<MeasuredCase> cases = ceilings(context, options.isa);
    for (MeasuredCase& each : operatorCases(context, cpuOperators(options.isa))) {
        cases.push_back(std::move(each));
    }
    print(cases, measure(cases, options), options);
    return 0;
}
