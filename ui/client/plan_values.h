// Where every tensor goes, and whether it fits.
#pragma once

#include "ui/client/common_values.h"

namespace firstlight::ui {

// Degrees of parallelism; 0 means "choose".
struct Layout {
    int tensorParallel = 0;
    int pipelineParallel = 0;
    int dataParallel = 0;
    int expertParallel = 0;

    bool operator==(const Layout&) const = default;
};

struct Workload {
    int maxSequences = 0;     // 0: default
    int maxContextTokens = 0; // 0: default

    bool operator==(const Workload&) const = default;
};

struct RankPlan {
    int rank = 0;
    QString node;
    int deviceIndex = 0;
    int tpRank = 0;
    int ppRank = 0;
    int dpRank = 0;
    int firstLayer = 0;
    int endLayer = 0; // one past the last
    std::vector<MemoryAmount> estimate;
    std::int64_t capacityBytes = 0;
    std::int64_t tensorSliceCount = 0;

    bool operator==(const RankPlan&) const = default;
};

struct Plan {
    Layout layout;
    Workload workload;
    std::vector<RankPlan> ranks;
    bool fits = false;
    Failure refusal; // set when it does not fit or is not possible
    QString reason;  // English: why it is ranked where it is

    bool operator==(const Plan&) const = default;
};

struct PlanRequest {
    QString checkpointPath;
    Layout layout;
    Workload workload;
    int nodeCount = 0; // 0: the nodes of the cluster

    bool operator==(const PlanRequest&) const = default;
};

} // namespace firstlight::ui
