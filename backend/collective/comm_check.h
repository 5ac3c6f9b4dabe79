// Proves that the ranks of a group can talk: latency and bandwidth of every pair, time and exact result of every
// collective. All ranks of the group call it together. It takes about `budget` at most: on a slow or busy machine there
// are fewer rounds of each measurement, but never none.
#pragma once

#include "backend/collective/communicator.h"

#include <absl/status/statusor.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::collective {

struct CommCheckOptions {
    std::chrono::milliseconds budget{1500};
    int latencyRounds = 200;
    int bandwidthRounds = 8;
    std::int64_t bandwidthBytes = 4 << 20;                                 // of one message
    std::vector<std::int64_t> collectiveBytes{1 << 10, 64 << 10, 4 << 20}; // multiples of 4
    int collectiveRounds = 20;
};

struct PairTiming {
    int from = 0;
    int to = 0;
    double latencyUs = 0;       // half of a round trip of 8 bytes, median
    double bandwidthMbPerS = 0; // one way, median
};

struct CollectiveResult {
    std::string operation; // "all_reduce", "all_gather", "broadcast"
    std::int64_t messageBytes = 0;
    double timeUs = 0; // median of this rank
    double algbwMbPerS = 0;
    double busbwMbPerS = 0; // as nccl-tests define it
    bool correct = false;   // on every rank, each time
};

struct CommCheckResult {
    std::vector<PairTiming> pairs; // every ordered pair; the same on all ranks
    std::vector<CollectiveResult> collectives;
    bool passed = false;
    std::string verdict; // one sentence
};

absl::StatusOr<CommCheckResult> runCommCheck(Communicator& group, const CommCheckOptions& options = {});

} // namespace firstlight::collective
