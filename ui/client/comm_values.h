// Communication checks and the health of communicators.
#pragma once

#include "ui/client/common_values.h"

namespace firstlight::ui {

struct CommPair {
    int fromRank = 0;
    int toRank = 0;
    double latencyUs = 0;       // half of a ping-pong round trip of 8 bytes, median
    double bandwidthMbPerS = 0; // one way, largest message, median
    QString link;               // "shared memory", "tcp", "nvlink", ...

    bool operator==(const CommPair&) const = default;
};

// One measured collective; busbw and algbw as nccl-tests define them.
struct CollectiveTiming {
    QString operation; // "all_reduce", "all_gather", "broadcast", ...
    std::int64_t messageBytes = 0;
    double timeUs = 0;
    double algbwMbPerS = 0;
    double busbwMbPerS = 0;
    bool correct = false; // the result was compared with the exact answer

    bool operator==(const CollectiveTiming&) const = default;
};

struct CommCheckReport {
    DeploymentId deployment;
    TimePoint time;
    int worldSize = 0;
    std::vector<CommPair> pairs;
    std::vector<CollectiveTiming> collectives;
    bool passed = false;
    QString verdict; // English, one sentence
    Failure failure;

    bool operator==(const CommCheckReport&) const = default;
};

// What one rank did in one communicator since it was made.
struct CollectiveCounter {
    QString communicator; // "world", "tp0", "pp1", ...
    QString operation;
    std::int64_t count = 0;
    std::int64_t totalBytes = 0;
    std::chrono::microseconds totalTime{};

    bool operator==(const CollectiveCounter&) const = default;
};

struct CommunicatorState {
    int rank = 0;
    QString communicator;
    std::int64_t lastEnteredSequence = 0;
    std::int64_t lastCompletedSequence = 0;
    QString currentOperation; // empty: none in progress

    bool operator==(const CommunicatorState&) const = default;
};

} // namespace firstlight::ui
