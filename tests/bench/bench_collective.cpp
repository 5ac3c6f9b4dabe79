// How long collectives between processes of this host take. Usage: bench_collective [RANKS]; prints one line per case.
#include "backend/base/failure.h"
#include "backend/collective/rendezvous.h"
#include "tests/support/forked_process.h"

#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

using namespace firstlight;

namespace {

struct Case {
    const char* operation;
    std::size_t bytes;
    int rounds;
};

constexpr Case kCases[] = {{"all_reduce", 4 << 10, 20'000},
                           {"all_reduce", 16 << 10, 20'000},
                           {"all_reduce", 256 << 10, 2'000},
                           {"all_reduce", 4 << 20, 200},
                           {"barrier", 0, 20'000}};

absl::Status runOnce(collective::Communicator& group, const Case& test, std::vector<float>& values)
{
    return test.bytes == 0 ? group.barrier() : group.allReduce(values, collective::ReduceOp::kMax);
}

absl::Status measure(collective::Communicator& group, const Case& test)
{
    std::vector<float> values(test.bytes / sizeof(float), 1.0F);
    std::vector<double> times;
    for (int round = 0; round < test.rounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        FIRSTLIGHT_RETURN_IF_ERROR(runOnce(group, test, values));
        times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    }
    std::ranges::sort(times);
    if (group.rank() == 0) {
        std::printf("%-10s %8zu bytes %d ranks: p50 %9.2f us  p99 %9.2f us  min %9.2f us\n", test.operation, test.bytes,
                    group.size(), times[times.size() / 2], times[times.size() * 99 / 100], times.front());
    }
    return absl::OkStatus();
}

int runRank(const std::string& directory, int rank, int size)
{
    const auto group = collective::connectGroup(directory, "bench", rank, size);
    absl::Status status = group.status();
    for (const Case& test : kCases) {
        if (status.ok()) {
            status = measure(**group, test);
        }
    }
    if (!status.ok()) {
        std::fprintf(stderr, "rank %d: %s\n", rank, std::string(status.message()).c_str());
    }
    std::fflush(stdout);
    return status.ok() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    const int size = argc > 1 ? std::atoi(argv[1]) : 2;
    const QTemporaryDir directory;
    const std::string path = directory.path().toStdString();
    std::vector<std::unique_ptr<test::ForkedProcess>> others;
    for (int rank = 1; rank < size; ++rank) {
        others.push_back(
            std::make_unique<test::ForkedProcess>([&path, rank, size] { return runRank(path, rank, size); }));
    }
    int result = runRank(path, 0, size);
    for (const auto& other : others) {
        result = std::max(result, other->wait());
    }
    return result;
}
