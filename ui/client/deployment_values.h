// A deployment: one checkpoint, one plan, its ranks, its stages, its measurements.
#pragma once

#include "ui/client/cluster_values.h"
#include "ui/client/comm_values.h"
#include "ui/client/plan_values.h"

namespace firstlight::ui {

struct RankProgress {
    int rank = 0;
    std::int64_t done = 0;
    std::int64_t total = 0;
    QString unit; // "bytes", "tensors", "tokens", ...
    bool finished = false;
    TimePoint start;
    TimePoint end; // unknown: not yet

    bool operator==(const RankProgress&) const = default;
};

struct StageRecord {
    Stage stage = Stage::Unknown;
    TimePoint start;
    TimePoint end;                   // unknown: in progress
    Milliseconds usualDuration{};    // median of earlier runs; 0: unknown
    Milliseconds stallLimit{};       // without progress for longer: the stage fails
    std::vector<RankProgress> ranks; // empty: the controller's own stage
    QString summary;                 // English, one line: what was found

    bool operator==(const StageRecord&) const = default;
};

enum class RankState { Unknown, Starting, Running, Late, Exited };

struct RankStatus {
    int rank = 0;
    QString node;
    int deviceIndex = 0;
    int pid = 0;
    RankState state = RankState::Unknown;
    QString exitDescription; // "killed by signal 9", "exit code 3", ...
    int tpRank = 0;
    int ppRank = 0;
    int dpRank = 0;

    bool operator==(const RankStatus&) const = default;
};

struct DeploymentState {
    DeploymentId id;
    QString checkpointPath;
    QString modelName;
    QString driver; // "native"
    Stage stage = Stage::Unknown;
    std::vector<StageRecord> stages;
    std::vector<RankStatus> ranks;
    Plan plan;
    Failure failure;    // the first cause; kept through everything that follows
    bool ready = false; // text and image probes answered
    TimePoint created;
    bool hasVision = false;
    std::int64_t revision = 0; // increases with every change

    bool operator==(const DeploymentState&) const = default;
};

// Nothing of it runs any more.
[[nodiscard]] inline bool isOver(const DeploymentState& state)
{
    return state.stage == Stage::Stopped || state.stage == Stage::Failed;
}

struct RankSample {
    int rank = 0;
    std::vector<MemoryAmount> memory;
    std::int64_t capacityBytes = 0;
    std::int64_t residentBytes = 0; // of the process
    double cpuBusyPercent = 0;      // of one core
    std::int64_t kvTokensUsed = 0;
    std::int64_t kvTokensCapacity = 0;
    int runningSequences = 0;
    int waitingSequences = 0;
    std::int64_t generatedTokensTotal = 0;
    std::int64_t promptTokensTotal = 0;
    std::int64_t loadedBytesTotal = 0;
    std::vector<CollectiveCounter> collectives;
    std::vector<CommunicatorState> communicators;

    bool operator==(const RankSample&) const = default;
};

// One tick of the whole cluster on the controller's clock.
struct MetricFrame {
    TimePoint time;
    DeploymentId deployment;
    std::vector<NodeSample> nodes;
    std::vector<RankSample> ranks;

    bool operator==(const MetricFrame&) const = default;
};

enum class LoadState { Unknown, Planned, Allocated, Loaded };

// One tensor slice as the worker that owns it reports it.
struct SliceReport {
    int rank = 0;
    QString tensor;
    QString role;
    int layer = -1;  // -1: outside the layer stack
    int expert = -1; // -1: none
    QString dtype;
    std::vector<std::int64_t> shape;       // of the slice
    std::vector<std::int64_t> tensorShape; // of the whole tensor
    std::int64_t memoryBytes = 0;
    LoadState state = LoadState::Unknown;
    QString file;

    bool operator==(const SliceReport&) const = default;
};

struct StartRequest {
    QString checkpointPath;
    Layout layout;
    Workload workload;

    bool operator==(const StartRequest&) const = default;
};

} // namespace firstlight::ui
